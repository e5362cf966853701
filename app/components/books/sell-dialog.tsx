import { useState } from 'react';
import { removeGrouping } from '~/domain/money/typed-amount';
import { type Format, useFormat } from '~/hooks/use-format';
import { useOpenDates } from '~/hooks/use-open-dates';
import type { SalePreview } from '~/schemas/books/sale';
import type { WellView } from '~/schemas/wells/well-views';
import { ActDateField, AmountField, NoteField, PercentField } from './act-fields';
import { ActFigures } from './act-figures';
import { ActFormDialog } from './act-form-dialog';
import { AssetSoldNote } from './asset-sold-note';

type Draft = { date: string; interestSold: string; proceeds: string; memo: string };

/** Sells a well, or an interest in it, after a preview of the postings. */
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
  const [draft, setDraft] = useState<Draft>({ date: today, interestSold: '', proceeds: '', memo: '' });
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const { date, memo } = draft;
  const interestSold = draft.interestSold.trim();
  const ownedInterest = well.workingInterests.filter(({ from }) => from <= date).at(-1)?.percent ?? '100.00';
  return (
    <ActFormDialog<SalePreview>
      title="Sell Well"
      well={well}
      path={`/api/wells/${encodeURIComponent(well.id)}/sales`}
      figures={{ date, interestSold, proceeds: removeGrouping(draft.proceeds) }}
      notes={{ memo }}
      requiredField={{ name: 'interestSold', value: interestSold, message: 'Interest sold is required' }}
      isReady={date !== '' && !dates.getProblem(date)}
      hint="Enter the interest sold to see what will post. Nothing is saved until you sell."
      failure="Failed to sell the well"
      outcome={(preview) => <Outcome preview={preview} format={format} />}
      action={(preview) => (preview ? `Sell, Liability ${format.money(preview.liability)}` : 'Sell')}
      success={(preview) =>
        preview
          ? `${well.wellCode}: ${interestSold.replace(/\s*%$/, '')}% sold, ${preview.interestAfter}% left.`
          : 'Well sold.'
      }
      onClose={onClose}
    >
      {(errors) => (
        <>
          <div className="grid gap-4 sm:grid-cols-3">
            <ActDateField value={date} errors={errors.date} onChange={(date) => change({ date })} />
            <PercentField
              label="Interest Sold"
              name="interestSold"
              help={`As a percentage of the whole well. The company has ${ownedInterest}%.`}
              value={draft.interestSold}
              errors={errors.interestSold}
              onChange={(interestSold) => change({ interestSold })}
            />
            <AmountField
              label="Proceeds"
              name="proceeds"
              help="Leave blank if the proceeds are booked elsewhere."
              value={draft.proceeds}
              errors={errors.proceeds}
              onChange={(proceeds) => change({ proceeds })}
            />
          </div>
          <NoteField
            label="Memo"
            name="memo"
            maxLength={500}
            value={memo}
            errors={errors.memo}
            onChange={(memo) => change({ memo })}
          />
        </>
      )}
    </ActFormDialog>
  );
}

/** Figures that summarize the sale, above its postings. */
function Outcome({ preview, format }: { preview: SalePreview; format: Format }) {
  const money = (amount: string) => format.money(amount.replace('-', ''));
  const figures = [
    ['Interest', `${preview.interestBefore}% → ${preview.interestAfter}%`],
    ['Carrying amount', format.money(preview.carryingAmount)],
    ['Liability sold', format.money(preview.liability)],
    [preview.result.startsWith('-') ? 'Loss' : 'Gain', money(preview.result)],
  ] as const;
  return (
    <>
      <ActFigures figures={figures} />
      <AssetSoldNote {...preview} />
    </>
  );
}
