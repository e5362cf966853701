import { useState } from 'react';
import { ConfirmDialog } from '~/components/ui/alert-dialog';
import { Field } from '~/components/ui/field';
import { Note } from '~/components/ui/note';
import { Select } from '~/components/ui/select';
import { useMutation } from '~/hooks/use-api';
import { LEAVING_REASONS } from '~/schemas/people/user';
import type { Deletion } from './deletions';

/** Time to read the confirmation before the page logs out. */
const FAREWELL_MS = 1500;

export default function ConfirmDeletion({ deletion, onClose }: { deletion: Deletion; onClose: () => void }) {
  const { title, question, extraWarning, method, path, isFinal } = deletion;
  const { run, pending, problem } = useMutation({ ...deletion, reloads: !isFinal });
  const [isLeaving, setIsLeaving] = useState(false);
  const [reason, setReason] = useState('');
  const confirm = async () => {
    const query = reason ? `?${new URLSearchParams({ reason })}` : '';
    const outcome = await run((api) => api(path + query, { method }));
    if (!outcome.ok) return;
    if (!isFinal) return onClose();
    setIsLeaving(true);
    setTimeout(() => window.location.assign('/api/logout'), FAREWELL_MS);
  };
  return (
    <ConfirmDialog
      title={title}
      message={question}
      confirmLabel={deletion.button}
      pending={pending || isLeaving}
      problem={problem}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {extraWarning && <Note tone="danger" title={extraWarning} />}
      <Field label="Reason (optional)" help="Kept in the security log.">
        {(control) => (
          <Select
            {...control}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            options={[
              { value: '', label: 'No reason given' },
              ...Object.entries(LEAVING_REASONS).map(([value, label]) => ({ value, label })),
            ]}
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}
