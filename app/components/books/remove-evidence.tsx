import { ConfirmDialog } from '~/components/ui/alert-dialog';
import { useMutation } from '~/hooks/use-api';

/** Confirms removing a file or note. */
export default function RemoveEvidence({
  id,
  name,
  isFile,
  subjectName,
  onRemoved,
  onClose,
}: {
  id: string;
  name: string;
  isFile: boolean;
  subjectName: string;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const noun = isFile ? 'file' : 'note';
  const { run, pending, problem } = useMutation({
    failure: `Failed to remove the ${noun}`,
    success: isFile ? 'File removed' : 'Note removed',
  });
  const remove = async () => {
    const outcome = await run((api) => api(`/api/evidence/${id}`, { method: 'DELETE' }));
    if (!outcome.ok) return;
    onClose();
    onRemoved();
  };
  return (
    <ConfirmDialog
      title={isFile ? 'Remove File' : 'Remove Note'}
      message={
        <span className="[overflow-wrap:anywhere]">
          Remove {name} from {subjectName}? The audit log records that it existed and who removed it.
          {isFile && ' The file itself can’t be restored.'}
        </span>
      }
      confirmLabel="Remove"
      pending={pending}
      problem={problem}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}
