import { EndSessionsDialog } from '~/components/shell/end-sessions-dialog';
import { userName } from '~/hooks/person-name';
import type { AdminUserView } from '~/schemas/people/admin';

/** Signs a user out everywhere. */
export default function EndSessions({ user, onClose }: { user: AdminUserView; onClose: () => void }) {
  const name = userName(user);
  // Search by ID, to find the user anywhere in the list.
  const returnPath = `/admin?${new URLSearchParams({ search: user.id, dialog: 'end-sessions', user: user.id })}`;
  return (
    <EndSessionsDialog
      title="End All Sessions"
      message={`Sign ${name} out of every browser? Their unsaved work will be lost. They can sign in again unless their identity provider account is disabled.`}
      path={`/api/admin/users/${encodeURIComponent(user.id)}/sessions`}
      success={{ title: 'Success', description: `${name} is signed out everywhere` }}
      returnTo={returnPath}
      onClose={onClose}
    />
  );
}
