import { LogOut, Settings, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Menu, type MenuItem } from '~/components/ui/menu';
import type { PageUser } from '~/hooks/use-root-data';
import { displayName, initials } from './person';

/** The person's picture or initials; behind it, settings and the way out. */
export function UserMenu({ user }: { user: PageUser }) {
  const items: MenuItem[] = [
    { kind: 'link', label: 'Account Settings', to: '/settings', icon: <Settings /> },
    ...(user.isAdmin
      ? [{ kind: 'link' as const, label: 'Admin Panel', to: '/admin', icon: <ShieldCheck /> }]
      : []),
    { kind: 'separator' },
    { kind: 'link', label: 'Logout', to: '/api/logout', document: true, icon: <LogOut /> },
  ];
  return (
    <Menu
      // What is to be seen is part of the name, for those who speak to their computer.
      label={`User menu: ${initials(user)}`}
      trigger={<Avatar user={user} />}
      triggerClassName="rounded-full"
      heading={
        <>
          <span className="block truncate font-medium">{displayName(user)}</span>
          <span className="block truncate text-xs text-muted">
            {user.email}
            {user.emailVerified ? '' : ' (unverified)'}
          </span>
        </>
      }
      items={items}
    />
  );
}

function Avatar({ user }: { user: PageUser }) {
  const [failed, setFailed] = useState(false);
  const shape = 'size-8 rounded-full';
  if (user.profileImageUrl && !failed) {
    return (
      <img
        src={user.profileImageUrl}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setFailed(true)}
        className={`${shape} object-cover`}
      />
    );
  }
  return (
    <span className={`${shape} grid place-items-center bg-accent-soft text-xs font-semibold text-accent`}>
      {initials(user)}
    </span>
  );
}
