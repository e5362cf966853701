import { type FormEvent, useRef, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Checkbox } from '~/components/ui/choice';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import { parseCents } from '~/domain/money/money';
import { plainAmount } from '~/domain/money/typed-amount';
import { failureText, fieldErrorsOf } from '~/hooks/api-fetch';
import { useMutation } from '~/hooks/use-api';
import { type Format, useFormat } from '~/hooks/use-format';
import { usePreview } from '~/hooks/use-preview';
import { useOpenDates } from '~/hooks/use-today';
import type { PostingView } from '~/schemas/books/posting';
import type { SettlementPreview } from '~/schemas/books/settlement';
import type { WellView } from '~/schemas/platform/views';
import { ActFigures } from './act-figures';
import { ActPreviewPart } from './act-preview';

/** What the person typed. */
type Draft = {
  date: string;
  cost: string;
  relief: string;
  isFinal: boolean;
  memo: string;
  reference: string;
};

/** Settles a well, in part or finally, after showing exactly what that posts. */
export default function SettleDialog({
  well,
  today,
  onClose,
}: {
  well: Pick<WellView, 'id' | 'wellCode' | 'wellName' | 'wellStatus'>;
  today: string;
  onClose: () => void;
}) {
  const format = useFormat();
  const dates = useOpenDates();
  const { run, pending } = useMutation({ failure: 'Failed to settle the well' });
  const [draft, setDraft] = useState<Draft>({
    date: today,
    cost: '',
    relief: '',
    isFinal: false,
    memo: '',
    reference: '',
  });
  const [costMissing, setCostMissing] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const costInput = useRef<HTMLInputElement>(null);
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setFailure(null);
  };

  const path = `/api/wells/${encodeURIComponent(well.id)}/settlements`;
  const { memo, reference, ...figures } = bodyOf(draft);
  const dateProblem = dates.problemOf(draft.date);
  const isAsked = draft.cost.trim() !== '' && draft.date !== '' && !dateProblem;
  // What is written along with it changes no amount.
  const preview = usePreview<SettlementPreview>(
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
      setCostMissing(draft.cost.trim() === '');
      costInput.current?.focus();
      return;
    }
    const outcome = await run(
      (api) => api<PostingView>(path, { method: 'POST', body: { ...figures, memo, reference } }),
      () => (planned ? outcomeText(well.wellCode, planned, draft.isFinal, format) : 'Well settled.'),
    );
    if (outcome.ok) onClose();
    else setFailure(outcome.error);
  };

  const amountInput = (name: 'cost' | 'relief') => ({
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    prefix: format.symbol,
    className: format.symbol.length > 2 ? 'pl-13' : undefined,
    value: draft[name],
    onBlur: () => setDraft((before) => ({ ...before, [name]: plainAmount(before[name]) })),
  });

  return (
    <Dialog
      title="Settle Well"
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
                  value={draft.date}
                  onChange={(event) => change({ date: event.target.value })}
                />
              )}
            </Field>
            <Field
              label="Cost"
              required
              errors={costMissing ? ['Cost is required'] : errors.cost}
              help="What the work cost."
            >
              {(control) => (
                <Input
                  {...control}
                  {...amountInput('cost')}
                  ref={costInput}
                  name="cost"
                  onChange={(event) => {
                    setCostMissing(false);
                    change({ cost: event.target.value });
                  }}
                />
              )}
            </Field>
            {!draft.isFinal && (
              <Field
                label="Relief"
                errors={errors.relief}
                help="The part of the obligation this work discharged. Blank: the cost, up to what the well carries."
              >
                {(control) => (
                  <Input
                    {...control}
                    {...amountInput('relief')}
                    name="relief"
                    onChange={(event) => change({ relief: event.target.value })}
                  />
                )}
              </Field>
            )}
          </div>
          <Checkbox
            label="Final settlement"
            help={
              well.wellStatus === 'Plugged'
                ? 'Relieves all that is left and writes off the asset.'
                : 'Relieves all that is left, writes off the asset, and plugs the well on this date.'
            }
            checked={draft.isFinal}
            onChange={(event) => change({ isFinal: event.target.checked })}
          />
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
            <Field label="Memo">
              {(control) => (
                <Input
                  {...control}
                  name="memo"
                  maxLength={500}
                  value={draft.memo}
                  onChange={(event) => change({ memo: event.target.value })}
                />
              )}
            </Field>
            <Field label="Reference">
              {(control) => (
                <Input
                  {...control}
                  name="reference"
                  maxLength={100}
                  placeholder="AFE or invoice"
                  value={draft.reference}
                  onChange={(event) => change({ reference: event.target.value })}
                />
              )}
            </Field>
          </div>
          {!isAsked ? (
            <p className="min-h-40 text-muted">
              Enter the cost to see what is posted. Nothing is saved until you settle.
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
            <Note tone="danger" title={format.message(failureText(failure, 'Failed to settle the well'))}>
              Nothing was posted.
            </Note>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={pending} disabledReason={blockedBecause}>
            {planned ? `Settle, Relief ${format.currency(planned.relief)}` : 'Settle'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** The settlement in four figures, above the postings it is made of. */
function Outcome({ preview, format }: { preview: SettlementPreview; format: Format }) {
  const figures = [
    ['Carried on the date', preview.carryingAmount],
    ['Relief', preview.relief],
    ['Cost', preview.totals.cash.replace('-', '')],
    [differenceName(preview), preview.difference.replace('-', '')],
  ] as const;
  return (
    <ActFigures
      figures={figures.map(([name, amount]) => [name, format.money(amount, { parentheses: true })] as const)}
    />
  );
}

function differenceName({ difference, differenceTo }: SettlementPreview): string {
  if (differenceTo === 'pool')
    return difference.startsWith('-') ? 'Added to the pool' : 'Taken from the pool';
  if (isZero(difference)) return 'Gain or loss';
  return difference.startsWith('-') ? 'Loss' : 'Gain';
}

function outcomeText(wellCode: string, preview: SettlementPreview, isFinal: boolean, format: Format): string {
  const what = isFinal ? 'settled in full' : 'settled in part';
  return `${wellCode} ${what}. ${differenceName(preview)} ${format.currency(preview.difference.replace('-', ''))}.`;
}

function isZero(amount: string): boolean {
  return parseCents(amount) === 0n;
}

function bodyOf({ date, cost, relief, isFinal, memo, reference }: Draft) {
  const isGiven = !isFinal && relief.trim() !== '';
  return {
    date,
    cost: plainAmount(cost),
    relief: isGiven ? plainAmount(relief) : null,
    isFinal,
    memo,
    reference,
  };
}
