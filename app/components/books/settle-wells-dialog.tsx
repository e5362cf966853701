import { useMemo, useState } from 'react';
import type { Column } from '~/components/ui/virtual-table';
import { formatCents, parseCents } from '~/domain/money/money';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import type { SettledWell, SettlementsPreview } from '~/schemas/books/settlement';
import { AssetRetiredNote } from './asset-sold-note';
import { computeNet, isZero, splitDifference } from './difference-parts';
import { PostedNote } from './posted-note';
import { amountColumnBuilder, buildNameColumns, WellRows } from './row-columns';
import { RowsDialog } from './rows-dialog';
import type { TableColumn } from './table-text';

const COLUMNS: readonly TableColumn[] = [
  { name: 'wellCode', title: 'Well Code', otherTitles: ['Well', 'Code'], isRequired: true },
  {
    name: 'date',
    title: 'Date',
    otherTitles: ['Settlement Date', 'Settled On'],
    isRequired: true,
    kind: 'date',
  },
  { name: 'cost', title: 'Cost', otherTitles: ['Actual Cost', 'Amount'], isRequired: true, kind: 'amount' },
  { name: 'relief', title: 'Relief', otherTitles: ['Relieved'], kind: 'amount' },
  { name: 'isFinal', title: 'Final', otherTitles: ['Final Settlement', 'Is Final'] },
  { name: 'memo', title: 'Memo', otherTitles: ['Comment', 'Note'] },
  { name: 'reference', title: 'Reference', otherTitles: ['AFE', 'Invoice'] },
];

/** Settles many wells from pasted rows or a file, after a preview for each well, in one act. */
export default function SettleWellsDialog({
  codes,
  onClose,
}: {
  /** Wells to start with. */
  codes: readonly string[];
  onClose: () => void;
}) {
  const format = useFormat();
  const [isLeftOut, setLeftOut] = useState(false);
  // Sent with the rows, each of which has its own date.
  const subject = useMemo(() => ({ skipPosted: isLeftOut }), [isLeftOut]);
  return (
    <RowsDialog<SettlementsPreview>
      title="Settle Wells"
      description="Record plugging costs for many wells, each on its own date. A final settlement (yes in the Final column) relieves the remaining liability and plugs the well."
      columns={COLUMNS}
      path="/api/settlements"
      subject={subject}
      codes={codes}
      failure="Failed to settle the wells"
      tab="wells"
      renderRows={(preview, lineOf) => <SettledWells preview={preview} lineOf={lineOf} format={format} />}
      renderOptions={({ posted }) =>
        posted.length > 0 && <PostedRows posted={posted} isLeftOut={isLeftOut} onLeaveOut={setLeftOut} />
      }
      action={({ rows, totals }) =>
        `Settle ${countOf(rows.length, 'Well', format)}, Relief ${format.money(totals.relief)}`
      }
      outcome={formatOutcome}
      onClose={onClose}
    />
  );
}

function formatOutcome({ rows, totals, act }: SettlementsPreview, format: Format): string {
  const amounts = [`Relief ${format.currency(totals.relief)}`, `cost ${format.currency(totals.cost)}`];
  if (!isZero(totals.assetWrittenOff))
    amounts.push(`asset written off ${format.currency(totals.assetWrittenOff)}`);
  return `${countOf(rows.length, 'well', format)} settled in ${countOf(countSettlements(act), 'posting', format)}. ${amounts.join(', ')}.`;
}

/** Counts settlement postings: one per date, plus separate ones for wells with their own memo or reference. */
function countSettlements({ postings }: SettlementsPreview['act']): number {
  return postings.filter(({ kind }) => kind === 'settlement').length;
}

function SettledWells({
  preview: { rows, totals, assetToAccumulated, differenceTo },
  lineOf,
  format,
}: {
  preview: SettlementsPreview;
  lineOf: (row: number) => number;
  format: Format;
}) {
  const isPool = differenceTo === 'pool';
  const columns = useMemo(
    () => buildColumns(format, { lineOf, totals, isPool }),
    [format, lineOf, totals, isPool],
  );
  const { assetWrittenOff, net: difference } = totals;
  return (
    <>
      <AssetRetiredNote assetToAccumulated={assetToAccumulated} differenceTo={differenceTo} />
      <WellRows
        label="Settled wells"
        totals={
          isZero(assetWrittenOff)
            ? [
                [isPool ? 'Taken from the pool' : 'Gains', totals.gains],
                [isPool ? 'Added to the pool' : 'Losses', totals.losses],
                [isPool ? 'Relief less cost' : 'Net gain or loss', totals.net],
              ]
            : splitDifference({ difference, assetWrittenOff, differenceTo })
        }
        columns={columns}
        rows={rows}
      />
    </>
  );
}

/** Lists rows that appear to be posted already, including those that would be refused, and lets the user leave them out. */
function PostedRows({
  posted,
  isLeftOut,
  onLeaveOut,
}: {
  posted: SettlementsPreview['posted'];
  isLeftOut: boolean;
  onLeaveOut: (isLeftOut: boolean) => void;
}) {
  const format = useFormat();
  const isOne = posted.length === 1;
  return (
    <PostedNote rows={posted.length} isLeftOut={isLeftOut} onLeaveOut={onLeaveOut}>
      <p>
        {formatCodes(
          posted.map(({ wellCode }) => wellCode),
          format,
        )}{' '}
        {isOne ? 'already has' : 'already have'} a settlement with the same date and cost. Post{' '}
        {isOne ? 'it' : 'them'} only if {isOne ? 'this is an additional cost' : 'these are additional costs'}.
      </p>
    </PostedNote>
  );
}

const MAX_LISTED = 5;

function formatCodes(codes: readonly string[], format: Format): string {
  const moreCount = codes.length - MAX_LISTED;
  return (
    codes.slice(0, MAX_LISTED).join(', ') + (moreCount > 0 ? ` and ${format.integer(moreCount)} more` : '')
  );
}

function buildColumns(
  format: Format,
  {
    lineOf,
    totals,
    isPool,
  }: { lineOf: (row: number) => number; totals: SettlementsPreview['totals']; isPool: boolean },
): Column<SettledWell>[] {
  const { assetWrittenOff, net: difference } = totals;
  const hasWriteOff = !isZero(assetWrittenOff);
  // Narrower columns, so two more still fit on a laptop.
  const amount = amountColumnBuilder<SettledWell>(format, hasWriteOff ? 9.5 : 10);
  const bookedAmount = (row: Pick<SettledWell, 'difference' | 'assetWrittenOff'>) =>
    isPool ? formatCents(-parseCents(computeNet(row))) : computeNet(row);
  const writeOffColumns = [
    amount('writtenOff', 'Asset Written Off', (row) => row.assetWrittenOff, assetWrittenOff),
    amount(
      'booked',
      isPool ? 'Added to Pool' : 'Gain or Loss',
      bookedAmount,
      bookedAmount({ difference, assetWrittenOff }),
    ),
  ];
  return [
    ...buildNameColumns<SettledWell>(format, lineOf, 'Total'),
    { id: 'date', header: 'Date', width: 8, cell: ({ date }) => format.date(date) },
    { id: 'final', header: 'Final', width: 5, cell: ({ isFinal }) => (isFinal ? 'Yes' : 'No') },
    amount('carrying', 'Carrying Amount', (row) => row.carryingAmount),
    amount('relief', 'Relief', (row) => row.relief, totals.relief),
    amount('cost', 'Cost', (row) => row.cost, totals.cost),
    amount('difference', 'Relief Less Cost', (row) => row.difference, totals.net),
    ...(hasWriteOff ? writeOffColumns : []),
  ];
}
