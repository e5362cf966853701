import { useMemo, useState } from 'react';
import { Segmented } from '~/components/ui/choice';
import { Field } from '~/components/ui/field';
import { Select } from '~/components/ui/select';
import { Textarea } from '~/components/ui/textarea';
import type { Column } from '~/components/ui/virtual-table';
import { removeGrouping } from '~/domain/money/typed-amount';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import { useOpenDates } from '~/hooks/use-open-dates';
import type { SalesPreview, SoldWell } from '~/schemas/books/sale';
import { ActDateField, AmountField, NoteField, PercentField } from './act-fields';
import { AssetSoldNote } from './asset-sold-note';
import { PostRowsDialog } from './post-rows-dialog';
import { amountColumnBuilder, buildNameColumns, WellRows } from './row-columns';

type Draft = {
  scope: 'field' | 'wells';
  field: string;
  codes: string;
  date: string;
  part: 'shareSold' | 'interestSold';
  percent: string;
  proceeds: string;
  memo: string;
};

const PARTS = {
  shareSold: {
    label: 'Share Sold',
    help: 'As a percentage of the company’s interest in each well. 100 sells all of it.',
  },
  interestSold: { label: 'Interest Sold', help: 'As a percentage of each whole well.' },
};

/** Sells the same share of a whole field or a list of wells, after a preview for each well. */
export default function SellWellsDialog({
  fields,
  field,
  codes,
  today,
  onClose,
}: {
  fields: readonly string[];
  /** Field to start with; blank for none. */
  field: string;
  /** Wells to start with. */
  codes: readonly string[];
  today: string;
  onClose: () => void;
}) {
  const format = useFormat();
  const dates = useOpenDates();
  const [draft, setDraft] = useState<Draft>({
    scope: codes.length > 0 ? 'wells' : 'field',
    field,
    codes: codes.join('\n'),
    date: today,
    part: 'shareSold',
    percent: '',
    proceeds: '',
    memo: '',
  });
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const isOpenDate = draft.date !== '' && !dates.getProblem(draft.date);
  // Equal requests yield the same object, however they were typed.
  const text = JSON.stringify(isOpenDate ? buildRequest(draft) : null);
  const request = useMemo(() => JSON.parse(text) as object | null, [text]);
  const { label, help } = PARTS[draft.part];
  return (
    <PostRowsDialog<SalesPreview>
      title="Sell Wells"
      description="Sell the same share of a whole field, or of wells you choose, on one date. That share of each layer’s liability and asset is derecognized, and the proceeds are allocated by liability."
      path="/api/sales"
      request={request}
      notes={{ memo: draft.memo }}
      fieldNames={['field', 'wells', 'date', 'shareSold', 'interestSold', 'proceeds', 'memo']}
      hint="Choose what to sell, and how much, to see what each well posts. Nothing is saved until you post."
      remedy="To post everything, sell by well code and leave these wells out."
      failure="Failed to sell the wells"
      tab="wells"
      noun={draft.scope === 'field' ? 'well' : 'row'}
      renderRows={(preview, lineOf) => (
        <SoldWells preview={preview} lineOf={draft.scope === 'field' ? null : lineOf} format={format} />
      )}
      action={({ rows, totals }) =>
        `Sell ${countOf(rows.length, 'Well', format)}, Liability ${format.money(totals.liability)}`
      }
      outcome={({ rows, totals }) =>
        `${countOf(rows.length, 'well', format)} sold. Liability ${format.currency(totals.liability)}, proceeds ${format.currency(totals.proceeds)}.`
      }
      onClose={onClose}
    >
      {(errors) => (
        <>
          <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
            <Segmented
              legend="Wells"
              name="scope"
              value={draft.scope}
              onChange={(scope) => change({ scope })}
              choices={[
                { value: 'field', label: 'A field' },
                { value: 'wells', label: 'By well code' },
              ]}
            />
            <Segmented
              legend="Part"
              name="part"
              value={draft.part}
              onChange={(part) => change({ part })}
              choices={[
                { value: 'shareSold', label: 'The company’s interest' },
                { value: 'interestSold', label: 'The whole well' },
              ]}
            />
          </div>
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            {draft.scope === 'field' && (
              <Field label="Field" required errors={errors.field}>
                {(control) => (
                  <Select
                    {...control}
                    name="field"
                    value={draft.field}
                    onChange={(event) => change({ field: event.target.value })}
                    options={[
                      { value: '', label: 'Choose a field' },
                      ...fields.map((name) => ({ value: name, label: name })),
                    ]}
                  />
                )}
              </Field>
            )}
            <ActDateField value={draft.date} errors={errors.date} onChange={(date) => change({ date })} />
            <PercentField
              label={label}
              name="percent"
              help={help}
              value={draft.percent}
              errors={errors[draft.part]}
              onChange={(percent) => change({ percent })}
            />
            <AmountField
              label="Proceeds"
              name="proceeds"
              help="For all wells together. Leave blank if the proceeds are booked elsewhere."
              value={draft.proceeds}
              errors={errors.proceeds}
              onChange={(proceeds) => change({ proceeds })}
            />
          </div>
          {draft.scope === 'wells' && (
            <Field
              label="Well Codes"
              required
              errors={errors.wells}
              help="One per line. You can paste a column from your spreadsheet."
            >
              {(control) => (
                <Textarea
                  {...control}
                  name="wells"
                  rows={4}
                  spellCheck={false}
                  className="figures text-xs"
                  value={draft.codes}
                  onChange={(event) => change({ codes: event.target.value })}
                />
              )}
            </Field>
          )}
          <NoteField
            label="Memo"
            name="memo"
            maxLength={500}
            value={draft.memo}
            errors={errors.memo}
            onChange={(memo) => change({ memo })}
          />
        </>
      )}
    </PostRowsDialog>
  );
}

function SoldWells({
  preview: { rows, totals, assetTo },
  lineOf,
  format,
}: {
  preview: SalesPreview;
  /** Null for a whole field, which has no lines. */
  lineOf: ((row: number) => number) | null;
  format: Format;
}) {
  const columns = useMemo(() => buildColumns(format, { lineOf, totals }), [format, lineOf, totals]);
  return (
    <>
      <AssetSoldNote asset={totals.asset} assetTo={assetTo} />
      <WellRows
        label="Sold wells"
        totals={[
          ['Gains', totals.gains],
          ['Losses', totals.losses],
          ['Net gain or loss', totals.net],
        ]}
        columns={columns}
        rows={rows}
      />
    </>
  );
}

function buildColumns(
  format: Format,
  { lineOf, totals }: { lineOf: ((row: number) => number) | null; totals: SalesPreview['totals'] },
): Column<SoldWell>[] {
  const amount = amountColumnBuilder<SoldWell>(format, 9);
  return [
    ...buildNameColumns<SoldWell>(format, lineOf, 'Total'),
    {
      id: 'interest',
      header: 'Interest (%)',
      width: 13,
      align: 'end',
      cell: ({ interestBefore, interestAfter }) => `${interestBefore} → ${interestAfter}`,
    },
    amount('carrying', 'Carrying Amount', (row) => row.carryingAmount),
    amount('liability', 'Liability Sold', (row) => row.liability, totals.liability),
    amount('asset', 'Asset Sold', (row) => row.asset, totals.asset),
    amount('proceeds', 'Proceeds', (row) => row.proceeds, totals.proceeds),
    amount('result', 'Gain or Loss', (row) => row.result, totals.net),
  ];
}

/** Request body; null while incomplete. */
function buildRequest({ scope, field, codes, date, part, percent, proceeds }: Draft): object | null {
  const wells = codes.split(/\r?\n/).flatMap((line) => line.trim() || []);
  const hasSelection = scope === 'field' ? field !== '' : wells.length > 0;
  if (!hasSelection || percent.trim() === '') return null;
  return {
    date,
    ...(scope === 'field' ? { field } : { wells }),
    [part]: percent.trim(),
    proceeds: removeGrouping(proceeds),
  };
}
