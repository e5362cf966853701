import { ConfirmDialog } from '~/components/ui/alert-dialog';
import { useMutation } from '~/hooks/use-api';
import type { WellView } from '~/schemas/platform/views';

export default function DeleteWell({ well, onClose }: { well: WellView; onClose: () => void }) {
  const { run, pending } = useMutation({
    failure: 'Failed to delete well',
    success: 'Well deleted successfully',
  });
  const remove = async () => {
    const outcome = await run((api) => api(`/api/wells/${well.id}`, { method: 'DELETE' }));
    if (outcome.ok) onClose();
  };
  return (
    <ConfirmDialog
      title="Delete Well"
      message="Are you sure you want to delete this well? This will also delete all associated ARO layers."
      confirmLabel="Delete"
      pending={pending}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p className="rounded-md bg-sunken px-3 py-2 font-medium">
        {well.wellCode} – {well.wellName}
      </p>
    </ConfirmDialog>
  );
}
