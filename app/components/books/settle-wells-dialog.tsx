import { useMemo, useState } from 'react';
import type { Column } from '~/components/ui/virtual-table';
import { formatCents, parseCents } from '~/domain/money/money';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import type { SettledWell, SettlementsPreview } from '~/schemas/books/settlement';
import { differenceParts, isZero, netOf } from './difference-parts';
import { PostedNote } from './posted-note';
import { amountColumns, namedColumns, WellRows } from './row-columns';
import { RowsDialog } from './rows-dialog';
import type { TableColumn } from './table-text';

const COLUMNS: readonly TableColumn[] = [
  { name: 'wellCode', title: 'Well Code', also: ['Well', 'Code'], isRequired: true },
  { name: 'date', title: 'Date', also: ['Settlement Date', 'Settled On'], isRequired: true, kind: 'date' },
  { name: 'cost', title: 'Cost', also: ['Actual Cost', 'Amount'], isRequired: true, kind: 'amount' },
  { name: 'relief', title: 'Relief', also: ['Relieved'], kind: 'amount' },
  { name: 'isFinal', title: 'Final', also: ['Final Settlement', 'Is Final'] },
  { name: 'memo', title: 'Memo', also: ['Comment', 'Note'] },
  { name: 'reference', title: 'Reference', also: ['AFE', 'Invoice'] },
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
      show={(preview, lineOf) => <SettledWells preview={preview} lineOf={lineOf} format={format} />}
      choose={({ posted }) =>
        posted.length > 0 && <PostedRows posted={posted} isLeftOut={isLeftOut} onLeaveOut={setLeftOut} />
      }
      action={({ rows, totals }) =>
        `Settle ${countOf(rows.length, 'Well', format)}, Relief ${format.money(totals.relief)}`
      }
      outcome={outcomeText}
      onClose={onClose}
    />
  );
}

function outcomeText({ rows, totals, act }: SettlementsPreview, format: Format): string {
  const amounts = [`Relief ${format.currency(totals.relief)}`, `cost ${format.currency(totals.cost)}`];
  if (!isZero(totals.assetWrittenOff))
    amounts.push(`asset written off ${format.currency(totals.assetWrittenOff)}`);
  return `${countOf(rows.length, 'well', format)} settled in ${countOf(settlementsIn(act), 'posting', format)}. ${amounts.join(', ')}.`;
}

/** Counts settlement postings: one per date, plus separate ones for wells with their own memo or reference. */
function settlementsIn({ postings }: SettlementsPreview['act']): number {
  return postings.filter(({ kind }) => kind === 'settlement').length;
}

function SettledWells({
  preview: { rows, totals, differenceTo },
  lineOf,
  format,
}: {
  preview: SettlementsPreview;
  lineOf: (row: number) => number;
  format: Format;
}) {
  const isPool = differenceTo === 'pool';
  const columns = useMemo(
    () => columnsOf(format, { lineOf, totals, isPool }),
    [format, lineOf, totals, isPool],
  );
  const { assetWrittenOff, net: difference } = totals;
  return (
    <WellRows
      label="Settled wells"
      sums={
        isZero(assetWrittenOff)
          ? [
              [isPool ? 'Taken from the pool' : 'Gains', totals.gains],
              [isPool ? 'Added to the pool' : 'Losses', totals.losses],
              [isPool ? 'Relief less cost' : 'Net gain or loss', totals.net],
            ]
          : differenceParts({ difference, assetWrittenOff, differenceTo })
      }
      columns={columns}
      rows={rows}
    />
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
        {listed(
          posted.map(({ wellCode }) => wellCode),
          format,
        )}{' '}
        {isOne ? 'has' : 'have'} a settlement of the same date and cost. Post {isOne ? 'it' : 'them'} only if
        the cost is a further one.
      </p>
    </PostedNote>
  );
}

const LISTED = 5;

function listed(codes: readonly string[], format: Format): string {
  const more = codes.length - LISTED;
  return codes.slice(0, LISTED).join(', ') + (more > 0 ? ` and ${format.integer(more)} more` : '');
}

function columnsOf(
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
  const amount = amountColumns<SettledWell>(format, hasWriteOff ? 9.5 : 10);
  const booked = (row: Pick<SettledWell, 'difference' | 'assetWrittenOff'>) =>
    isPool ? formatCents(-parseCents(netOf(row))) : netOf(row);
  const writtenOff = [
    amount('writtenOff', 'Asset Written Off', (row) => row.assetWrittenOff, assetWrittenOff),
    amount(
      'booked',
      isPool ? 'Added to Pool' : 'Gain or Loss',
      booked,
      booked({ difference, assetWrittenOff }),
    ),
  ];
  return [
    ...namedColumns<SettledWell>(format, lineOf, 'Total'),
    { id: 'date', header: 'Date', width: 8, cell: ({ date }) => format.date(date) },
    { id: 'final', header: 'Final', width: 5, cell: ({ isFinal }) => (isFinal ? 'Yes' : 'No') },
    amount('carrying', 'Carrying Amount', (row) => row.carryingAmount),
    amount('relief', 'Relief', (row) => row.relief, totals.relief),
    amount('cost', 'Cost', (row) => row.cost, totals.cost),
    amount('difference', 'Relief Less Cost', (row) => row.difference, totals.net),
    ...(hasWriteOff ? writtenOff : []),
  ];
}
