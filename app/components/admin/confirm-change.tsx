import type { ReactNode } from 'react';
import { ConfirmDialog } from '~/components/ui/alert-dialog';
import { useMutation } from '~/hooks/use-api';

/** Confirms a change in someone's permissions, makes the change, and closes. */
export default function ConfirmChange({
  title,
  message,
  confirmLabel,
  tone,
  texts,
  path,
  method,
  body,
  children,
  onClose,
}: {
  title: string;
  /** What the user can or can't do after the change. */
  message: string;
  confirmLabel: string;
  tone?: 'danger' | 'primary';
  texts: { success: string; failure: string };
  path: string;
  method: 'PUT' | 'DELETE';
  body?: unknown;
  children?: ReactNode;
  onClose: () => void;
}) {
  const { run, pending, problem } = useMutation(texts);
  const confirm = async () => {
    const outcome = await run((api) => api(path, { method, body }));
    if (outcome.ok) onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      message={message}
      confirmLabel={confirmLabel}
      tone={tone}
      pending={pending}
      problem={problem}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
