import { type FormEvent, useRef, useState } from 'react';
import { formatMonths } from '~/components/books/posting-names';
import { Button } from '~/components/ui/button';
import { CancelButton, Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import { Note } from '~/components/ui/note';
import { Textarea } from '~/components/ui/textarea';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import type { PeriodsView, PeriodView } from '~/schemas/books/period';
import { getMonthsAlsoReopened } from './month-changes';

/** Reopens a month and all later ones, for a reason that is kept on record. */
export default function ReopenDialog({
  period,
  periods,
  onClose,
}: {
  period: PeriodView;
  periods: PeriodsView;
  onClose: () => void;
}) {
  const format = useFormat();
  const { run, pending, problem } = useMutation({
    failure: 'Failed to reopen the month',
    reloadsOnConflict: true,
  });
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string[]>();
  const input = useRef<HTMLTextAreaElement>(null);
  const month = format.month(period.month);
  const laterMonths = getMonthsAlsoReopened(period.month, periods);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!reason.trim()) {
      setReasonError(['A reason is required']);
      input.current?.focus();
      return;
    }
    const body = { from: `${period.month}-01`, reason };
    const outcome = await run(
      (api) => api('/api/periods/reopen', { method: 'POST', body }),
      () => `${formatMonths([period.month, ...laterMonths], format)} reopened.`,
    );
    if (outcome.ok) onClose();
  };

  return (
    <Dialog
      title={`Reopen ${month}`}
      description="You can then post and reverse amounts in it again."
      onClose={onClose}
      keepOpenOnOutsidePress
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
        <DialogBody className="flex flex-col gap-4">
          {laterMonths.length > 0 && (
            <Note tone="warning" title={`This also reopens ${formatMonths(laterMonths, format)}`}>
              Books are open from a date forward, so later months can’t stay closed.
            </Note>
          )}
          <Field
            label="Reason"
            required
            errors={reasonError}
            help="Kept with the close history and in the audit log."
          >
            {(control) => (
              <Textarea
                {...control}
                ref={input}
                maxLength={500}
                value={reason}
                onChange={(event) => {
                  setReason(event.target.value);
                  setReasonError(undefined);
                }}
              />
            )}
          </Field>
          {problem && <Note tone="danger" title={problem} />}
        </DialogBody>
        <DialogFooter>
          <CancelButton pending={pending} onClick={onClose} />
          <Button type="submit" variant="primary" pending={pending}>
            Reopen {month}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
