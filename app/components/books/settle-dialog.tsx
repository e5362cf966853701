import { useState } from 'react';
import { Checkbox } from '~/components/ui/choice';
import { removeGrouping } from '~/domain/money/typed-amount';
import { type Format, useFormat } from '~/hooks/use-format';
import { useOpenDates } from '~/hooks/use-open-dates';
import type { SettlementPreview } from '~/schemas/books/settlement';
import type { WellView } from '~/schemas/wells/well-views';
import { ActDateField, AmountField, NoteField } from './act-fields';
import { ActFigures } from './act-figures';
import { ActFormDialog } from './act-form-dialog';
import { AssetRetiredNote } from './asset-sold-note';
import { splitDifference } from './difference-parts';

/** User input. */
type Draft = {
  date: string;
  cost: string;
  relief: string;
  isFinal: boolean;
  memo: string;
  reference: string;
};

/** Settles a well, partially or in full, after a preview of the postings. */
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
  const [draft, setDraft] = useState<Draft>({
    date: today,
    cost: '',
    relief: '',
    isFinal: false,
    memo: '',
    reference: '',
  });
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const { date, cost, relief, isFinal, memo, reference } = draft;
  return (
    <ActFormDialog<SettlementPreview>
      title="Settle Well"
      well={well}
      path={`/api/wells/${encodeURIComponent(well.id)}/settlements`}
      figures={toFigures(draft)}
      notes={{ memo, reference }}
      requiredField={{ name: 'cost', value: cost, message: 'Cost is required' }}
      isReady={date !== '' && !dates.getProblem(date)}
      hint="Enter the cost to see what will post. Nothing is saved until you settle."
      failure="Failed to settle the well"
      outcome={(preview) => <Outcome preview={preview} format={format} />}
      action={(preview) => (preview ? `Settle, Relief ${format.money(preview.relief)}` : 'Settle')}
      success={(preview) =>
        preview ? formatOutcome(well.wellCode, preview, isFinal, format) : 'Well settled.'
      }
      onClose={onClose}
    >
      {(errors) => (
        <>
          <div className="grid gap-4 sm:grid-cols-3">
            <ActDateField value={date} errors={errors.date} onChange={(date) => change({ date })} />
            <AmountField
              label="Cost"
              name="cost"
              required
              help="Actual cost of the work."
              value={cost}
              errors={errors.cost}
              onChange={(cost) => change({ cost })}
            />
            {!isFinal && (
              <AmountField
                label="Relief"
                name="relief"
                help="The part of the obligation this work satisfied. If blank, the cost, up to the carrying amount."
                value={relief}
                errors={errors.relief}
                onChange={(relief) => change({ relief })}
              />
            )}
          </div>
          <Checkbox
            label="Final settlement"
            help={
              well.wellStatus === 'Plugged'
                ? 'Relieves the remaining liability and writes off the asset.'
                : 'Relieves the remaining liability, writes off the asset, and plugs the well on this date.'
            }
            checked={isFinal}
            onChange={(event) => change({ isFinal: event.target.checked })}
          />
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
            <NoteField
              label="Memo"
              name="memo"
              maxLength={500}
              value={memo}
              errors={errors.memo}
              onChange={(memo) => change({ memo })}
            />
            <NoteField
              label="Reference"
              name="reference"
              maxLength={100}
              placeholder="AFE or invoice"
              value={reference}
              onChange={(reference) => change({ reference })}
            />
          </div>
        </>
      )}
    </ActFormDialog>
  );
}

/** Figures that summarize the settlement, above its postings. */
function Outcome({ preview, format }: { preview: SettlementPreview; format: Format }) {
  const figures = [
    ['Carrying amount', preview.carryingAmount],
    ['Relief', preview.relief],
    ['Cost', preview.totals.cash.replace('-', '')],
    ...splitDifference(preview),
  ] as const;
  return (
    <>
      <ActFigures figures={figures.map(([name, amount]) => [name, format.money(amount)] as const)} />
      <AssetRetiredNote {...preview} />
    </>
  );
}

function formatOutcome(
  wellCode: string,
  preview: SettlementPreview,
  isFinal: boolean,
  format: Format,
): string {
  const outcome = isFinal ? 'settled in full' : 'settled in part';
  const parts = splitDifference(preview).map(
    ([name, amount], index) => `${index === 0 ? name : name.toLowerCase()} ${format.currency(amount)}`,
  );
  return `${wellCode} ${outcome}. ${parts.join(', ')}.`;
}

function toFigures({ date, cost, relief, isFinal }: Draft) {
  const usesEnteredRelief = !isFinal && relief.trim() !== '';
  return {
    date,
    cost: removeGrouping(cost),
    relief: usesEnteredRelief ? removeGrouping(relief) : null,
    isFinal,
  };
}
