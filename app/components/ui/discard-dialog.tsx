import { ConfirmDialog } from './alert-dialog';

/** Asks before a form is closed with something in it that was not saved. */
export default function DiscardDialog({
  onClose,
  onDiscard,
}: {
  onClose: () => void;
  onDiscard: () => void;
}) {
  return (
    <ConfirmDialog
      title="Discard Your Changes?"
      message="What you entered hasn’t been saved."
      cancelLabel="Keep Editing"
      confirmLabel="Discard"
      onConfirm={onDiscard}
      onCancel={onClose}
    />
  );
}
