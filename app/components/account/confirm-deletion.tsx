import { useState } from 'react';
import { ConfirmDialog } from '~/components/ui/alert-dialog';
import { Note } from '~/components/ui/note';
import { useMutation } from '~/hooks/use-api';
import type { Deletion } from './deletions';

/** Time to read that it is done, before the page goes. */
const FAREWELL_MS = 1500;

export default function ConfirmDeletion({ deletion, onClose }: { deletion: Deletion; onClose: () => void }) {
  const { title, question, extraWarning, method, path, isFinal } = deletion;
  const { run, pending } = useMutation({ ...deletion, reloads: !isFinal });
  const [isLeaving, setIsLeaving] = useState(false);
  const confirm = async () => {
    const outcome = await run((api) => api(path, { method }));
    if (outcome.ok && isFinal) {
      setIsLeaving(true);
      setTimeout(() => window.location.assign('/api/logout'), FAREWELL_MS);
    } else onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      message={question}
      confirmLabel={deletion.button}
      pending={pending || isLeaving}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {extraWarning && <Note tone="danger" title={extraWarning} />}
    </ConfirmDialog>
  );
}
