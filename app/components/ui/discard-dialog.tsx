import type { DiscardWords } from '~/hooks/unsaved-entries';
import { ConfirmDialog } from './alert-dialog';

const ENTERED: DiscardWords = {
  title: 'Discard Your Changes?',
  message: 'What you entered hasn’t been saved.',
  cancelLabel: 'Keep Editing',
  confirmLabel: 'Discard',
};

/** Asks before a form is closed with something in it that was not saved. */
export default function DiscardDialog({
  words = ENTERED,
  onClose,
  onDiscard,
}: {
  words?: DiscardWords;
  onClose: () => void;
  onDiscard: () => void;
}) {
  return <ConfirmDialog {...words} onConfirm={onDiscard} onCancel={onClose} />;
}
