import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { MenuItem, MenuPanelProps } from '~/components/ui/menu';
import MenuPanel from '~/components/ui/menu-panel';
import type { UserView } from '~/schemas/people/user';
import { getDisplayName } from './person';

/** The user's identity, settings and logout. */
export default function UserMenuPanel({ user, ...panel }: MenuPanelProps & { user: UserView }) {
  const items: MenuItem[] = [
    { kind: 'link', label: 'Account Settings', to: '/settings', icon: <Settings /> },
    ...(user.isAdmin
      ? [{ kind: 'link' as const, label: 'Admin Panel', to: '/admin', icon: <ShieldCheck /> }]
      : []),
    { kind: 'separator' },
    { kind: 'link', label: 'Logout', to: '/api/logout', document: true, icon: <LogOut /> },
  ];
  return (
    <MenuPanel
      {...panel}
      items={items}
      heading={
        <>
          <span className="block truncate font-medium">{getDisplayName(user)}</span>
          <span className="block truncate text-xs text-muted">
            {user.email}
            {user.emailVerified ? '' : ' (unverified)'}
          </span>
        </>
      }
    />
  );
}
