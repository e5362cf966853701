import type { DiscardPromptText } from '~/hooks/unsaved-entries';
import { ConfirmDialog } from './alert-dialog';

const DEFAULT_PROMPT: DiscardPromptText = {
  title: 'Discard Your Changes?',
  message: 'What you entered hasn’t been saved.',
  cancelLabel: 'Keep Editing',
  confirmLabel: 'Discard',
};

/** Confirms closing a form that has unsaved input. */
export default function DiscardDialog({
  promptText = DEFAULT_PROMPT,
  onClose,
  onDiscard,
}: {
  promptText?: DiscardPromptText;
  onClose: () => void;
  onDiscard: () => void;
}) {
  return <ConfirmDialog {...promptText} onConfirm={onDiscard} onCancel={onClose} />;
}
