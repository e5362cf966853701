import { ConfirmDialog } from '~/components/ui/alert-dialog';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';

/** Confirms deleting the rate table of a date. */
export default function DeleteRateTable({
  path,
  effectiveOn,
  onDeleted,
  onClose,
}: {
  path: string;
  effectiveOn: string;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const format = useFormat();
  const { run, pending, problem } = useMutation({
    failure: 'Failed to delete the rate table',
    success: 'Rate table deleted successfully',
  });
  const remove = async () => {
    const outcome = await run((api) => api(`${path}/${effectiveOn}`, { method: 'DELETE' }));
    if (!outcome.ok) return;
    onDeleted();
    onClose();
  };
  return (
    <ConfirmDialog
      title="Delete Rate Table"
      message={`Delete the table of ${format.date(effectiveOn)}? Later calculations use the table before it. Layers keep the rates they were calculated with.`}
      confirmLabel="Delete"
      pending={pending}
      problem={problem}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}
