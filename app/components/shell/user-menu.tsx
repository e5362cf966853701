import { useState } from 'react';
import { Menu } from '~/components/ui/menu';
import { onDemand } from '~/components/ui/on-demand';
import type { UserView } from '~/schemas/people/user';
import { getInitials } from './person';

const UserMenuPanel = onDemand(() => import('./user-menu-panel'));

/** The user's picture or initials, with a menu for settings and logout. */
export function UserMenu({ user }: { user: UserView }) {
  return (
    <Menu
      // Includes the visible initials in the accessible name, for speech input.
      label={`User menu: ${getInitials(user)}`}
      trigger={<Avatar user={user} />}
      triggerClassName="rounded-full"
      Panel={UserMenuPanel}
      user={user}
    />
  );
}

function Avatar({ user }: { user: UserView }) {
  const [failed, setFailed] = useState(false);
  const shape = 'size-8 rounded-full pointer-coarse:size-10';
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
      {getInitials(user)}
    </span>
  );
}
