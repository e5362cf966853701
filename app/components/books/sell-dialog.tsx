import { type FormEvent, useRef, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import { plainAmount } from '~/domain/money/typed-amount';
import { failureText, fieldErrorsOf } from '~/hooks/api-fetch';
import { useMutation } from '~/hooks/use-api';
import { type Format, useFormat } from '~/hooks/use-format';
import { usePreview } from '~/hooks/use-preview';
import { useOpenDates } from '~/hooks/use-today';
import type { PostingView } from '~/schemas/books/posting';
import type { SalePreview } from '~/schemas/books/sale';
import type { WellView } from '~/schemas/platform/views';
import { ActFigures } from './act-figures';
import { ActPreviewPart } from './act-preview';

type Draft = { date: string; interestSold: string; proceeds: string; memo: string };

/** Sells a well, or an interest in it, after showing exactly what that posts. */
export default function SellDialog({
  well,
  today,
  onClose,
}: {
  well: Pick<WellView, 'id' | 'wellCode' | 'wellName' | 'workingInterests'>;
  today: string;
  onClose: () => void;
}) {
  const format = useFormat();
  const dates = useOpenDates();
  const { run, pending } = useMutation({ failure: 'Failed to sell the well' });
  const [draft, setDraft] = useState<Draft>({ date: today, interestSold: '', proceeds: '', memo: '' });
  const [isMissing, setIsMissing] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const interestInput = useRef<HTMLInputElement>(null);
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setIsMissing(false);
    setFailure(null);
  };

  const path = `/api/wells/${encodeURIComponent(well.id)}/sales`;
  const { date, memo } = draft;
  const interestSold = draft.interestSold.trim();
  const figures = { date, interestSold, proceeds: plainAmount(draft.proceeds) };
  const dateProblem = dates.problemOf(date);
  const isAsked = interestSold !== '' && date !== '' && !dateProblem;
  const preview = usePreview<SalePreview>(
    isAsked ? { path: `${path}?preview=true`, method: 'POST', body: figures } : null,
  );
  const errors = fieldErrorsOf(failure ?? preview.error);
  const planned = isAsked && !preview.error ? preview.data : null;
  const blockedBecause = !isAsked
    ? null
    : preview.isLoading
      ? 'Working out what would be posted'
      : planned === null
        ? 'This can’t be posted as it is'
        : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending || blockedBecause) return;
    if (!isAsked) {
      setIsMissing(interestSold === '');
      interestInput.current?.focus();
      return;
    }
    const outcome = await run(
      (api) => api<PostingView>(path, { method: 'POST', body: { ...figures, memo } }),
      () =>
        planned ? `${well.wellCode}: ${interestSold}% sold, ${planned.interestAfter}% left.` : 'Well sold.',
    );
    if (outcome.ok) onClose();
    else setFailure(outcome.error);
  };

  const owned = well.workingInterests.filter(({ from }) => from <= date).at(-1)?.percent ?? '100.00';
  return (
    <Dialog
      title="Sell Well"
      description={`${well.wellCode} – ${well.wellName}`}
      size="lg"
      onClose={onClose}
      keepOpenOnOutsidePress
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
        <DialogBody className="flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-3">
            <Field label="Date" required errors={dateProblem ? [dateProblem] : errors.date}>
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  min={dates.first}
                  max={dates.last}
                  value={date}
                  onChange={(event) => change({ date: event.target.value })}
                />
              )}
            </Field>
            <Field
              label="Interest Sold"
              required
              errors={isMissing ? ['Interest sold is required'] : errors.interestSold}
              help={`In percent of the whole well. The company has ${owned}%.`}
            >
              {(control) => (
                <Input
                  {...control}
                  ref={interestInput}
                  name="interestSold"
                  inputMode="decimal"
                  autoComplete="off"
                  suffix="%"
                  value={draft.interestSold}
                  onChange={(event) => change({ interestSold: event.target.value })}
                />
              )}
            </Field>
            <Field
              label="Proceeds"
              errors={errors.proceeds}
              help="Blank where the proceeds are booked elsewhere."
            >
              {(control) => (
                <Input
                  {...control}
                  name="proceeds"
                  inputMode="decimal"
                  autoComplete="off"
                  prefix={format.symbol}
                  className={format.symbol.length > 2 ? 'pl-13' : undefined}
                  value={draft.proceeds}
                  onChange={(event) => change({ proceeds: event.target.value })}
                  onBlur={() => setDraft((before) => ({ ...before, proceeds: plainAmount(before.proceeds) }))}
                />
              )}
            </Field>
          </div>
          <Field label="Memo">
            {(control) => (
              <Input
                {...control}
                name="memo"
                maxLength={500}
                value={memo}
                onChange={(event) => change({ memo: event.target.value })}
              />
            )}
          </Field>
          {!isAsked ? (
            <p className="min-h-40 text-muted">
              Enter the interest sold to see what is posted. Nothing is saved until you sell.
            </p>
          ) : (
            <div className="flex min-h-40 flex-col gap-4">
              {/* What is wrong with a field stands at the field. */}
              {Object.keys(errors).length === 0 && (
                <>
                  {planned && <Outcome preview={planned} format={format} />}
                  <ActPreviewPart preview={planned} error={preview.error} isLoading={preview.isLoading} />
                </>
              )}
            </div>
          )}
          {failure != null && Object.keys(errors).length === 0 && (
            <Note tone="danger" title={format.message(failureText(failure, 'Failed to sell the well'))}>
              Nothing was posted.
            </Note>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={pending} disabledReason={blockedBecause}>
            {planned ? `Sell, Liability ${format.currency(planned.liability)}` : 'Sell'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** The sale in a few figures, above the postings it is made of. */
function Outcome({ preview, format }: { preview: SalePreview; format: Format }) {
  const money = (amount: string) => format.money(amount.replace('-', ''), { parentheses: true });
  const figures = [
    ['Interest', `${preview.interestBefore}% → ${preview.interestAfter}%`],
    ['Carried on the date', format.money(preview.carryingAmount, { parentheses: true })],
    ['Liability sold', format.money(preview.liability, { parentheses: true })],
    [preview.result.startsWith('-') ? 'Loss' : 'Gain', money(preview.result)],
  ] as const;
  return <ActFigures figures={figures} />;
}
