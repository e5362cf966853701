import { ConfirmDialog } from '~/components/ui/alert-dialog';
import { useMutation } from '~/hooks/use-api';
import type { AdminUserView } from '~/schemas/people/admin';
import { fullName } from './person-name';

/** Asks before it signs a person out everywhere. */
export default function EndSessions({ user, onClose }: { user: AdminUserView; onClose: () => void }) {
  const name = fullName(user) ?? (user.email || user.id);
  const { run, pending } = useMutation({
    failure: 'Failed to end the sessions',
    success: `${name} is signed out everywhere`,
    reloads: false,
  });
  const confirm = async () => {
    await run((api) => api(`/api/admin/users/${encodeURIComponent(user.id)}/sessions`, { method: 'DELETE' }));
    onClose();
  };
  return (
    <ConfirmDialog
      title="End All Sessions"
      message={`Sign ${name} out of every browser? What they have not saved is lost. They can sign in again, unless their account at the identity provider is closed.`}
      confirmLabel="End All Sessions"
      pending={pending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
