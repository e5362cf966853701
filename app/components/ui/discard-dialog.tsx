import type { DiscardPromptText } from '~/hooks/unsaved-entries';
import { ConfirmDialog } from './alert-dialog';

const ENTERED: DiscardPromptText = {
  title: 'Discard Your Changes?',
  message: 'What you entered hasn’t been saved.',
  cancelLabel: 'Keep Editing',
  confirmLabel: 'Discard',
};

/** Confirms closing a form that has unsaved input. */
export default function DiscardDialog({
  words = ENTERED,
  onClose,
  onDiscard,
}: {
  words?: DiscardPromptText;
  onClose: () => void;
  onDiscard: () => void;
}) {
  return <ConfirmDialog {...words} onConfirm={onDiscard} onCancel={onClose} />;
}
