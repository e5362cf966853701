import { EndSessionsDialog } from '~/components/shell/end-sessions-dialog';
import { userName } from '~/hooks/person-name';
import type { AdminUserView } from '~/schemas/people/admin';

/** Signs a user out everywhere. */
export default function EndSessions({ user, onClose }: { user: AdminUserView; onClose: () => void }) {
  const name = userName(user);
  // Search by ID, to find the user anywhere in the list.
  const comeBackTo = `/admin?${new URLSearchParams({ search: user.id, dialog: 'end-sessions', user: user.id })}`;
  return (
    <EndSessionsDialog
      title="End All Sessions"
      message={`Sign ${name} out of every browser? Anything they haven’t saved is lost. They can sign in again, unless their account at the identity provider is closed.`}
      path={`/api/admin/users/${encodeURIComponent(user.id)}/sessions`}
      success={{ title: 'Success', description: `${name} is signed out everywhere` }}
      comeBackTo={comeBackTo}
      onClose={onClose}
    />
  );
}
