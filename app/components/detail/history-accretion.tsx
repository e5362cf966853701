import Undo2 from 'lucide-react/icons/undo-2';
import { Badge } from '~/components/ui/badge';
import { classNames } from '~/components/ui/class-names';
import { CsvButton, type CsvColumns } from '~/components/ui/csv-button';
import { IconButton } from '~/components/ui/icon-button';
import { SortableTh } from '~/components/ui/sortable-th';
import {
  FigureCell,
  FigureFoot,
  footCellClass,
  RowTh,
  Table,
  TableFrame,
  Td,
  Th,
} from '~/components/ui/table';
import { type SortValues, useSortedRows } from '~/components/ui/use-sorted-rows';
import type { AccretionMethod } from '~/domain/books/accretion';
import { formatCents, parseCents, roundHalfUp } from '~/domain/money/money';
import { personName } from '~/hooks/person-name';
import { useFormat } from '~/hooks/use-format';
import type { LayerHistoryView } from '~/schemas/books/layer-views';
import { fileNamePart } from './file-name-part';

const METHODS: Record<AccretionMethod, string> = { simple: 'Simple', effective: 'Effective' };
const SOURCES = { user: null, 'month-end': 'Month-end run', import: 'Import' } as const;

type AccretionRow = LayerHistoryView['accretion'][number];

const SORT_VALUES: SortValues<AccretionRow> = {
  periodStart: (record) => record.coveredFrom,
  timeYears: (record) => Number(record.timeYears),
  beginningAro: (record) => parseCents(record.beginningAro),
  accretionExpense: (record) => parseCents(record.accretionExpense),
  endingAro: (record) => parseCents(record.endingAro),
  method: (record) => record.method,
  posted: (record) => record.posted.createdAt,
};

const CSV_COLUMNS: CsvColumns<AccretionRow> = {
  coveredFrom: (record) => record.coveredFrom,
  periodEnd: (record) => record.periodEnd,
  periodType: (record) => record.periodType,
  timeYears: (record) => record.timeYears,
  method: (record) => record.method,
  discountRate: (record) => record.discountRate,
  beginningAro: (record) => record.beginningAro,
  accretionExpense: (record) => record.accretionExpense,
  endingAro: (record) => record.endingAro,
  source: (record) => record.source,
  posting: (record) => record.postingId,
  postedBy: ({ posted }) => personName(posted),
  postedAt: ({ posted }) => posted.createdAt,
  reversedOn: ({ reversed }) => reversed?.effectiveOn ?? null,
  reversedBecause: ({ reversed }) => reversed?.reason ?? null,
};

/** All accretion of a layer. Reversed rows remain visible, with the reason, but are excluded from the total. */
export function HistoryAccretion({
  history: { layer, accretion },
  writeBlock,
  onReverse,
  onApproachReverse,
}: {
  history: LayerHistoryView;
  writeBlock: string | null;
  onReverse: (record: AccretionRow) => void;
  onApproachReverse: () => void;
}) {
  const format = useFormat();
  const { sorted, ...sorting } = useSortedRows(accretion, SORT_VALUES, 'periodStart');
  if (accretion.length === 0) {
    return (
      <section>
        <h3 className="mb-1.5 font-semibold">Accretion</h3>
        <p className="text-muted">No accretion posted to this layer yet.</p>
      </section>
    );
  }
  return (
    <section>
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="font-semibold">Accretion</h3>
        <CsvButton
          subject="Accretion"
          fileName={`accretion-${fileNamePart(layer.well.wellCode)}-L${layer.layerNumber}`}
          columns={CSV_COLUMNS}
          rows={sorted}
          variant="ghost"
          size="sm"
        />
      </div>
      <TableFrame label="Accretion" className="max-h-96">
        <Table aria-label="Accretion" className="[&_td]:px-2 [&_th]:px-2">
          <thead>
            <tr>
              <SortableTh id="periodStart" sorting={sorting}>
                Period
              </SortableTh>
              <SortableTh id="timeYears" sorting={sorting} align="end">
                Time (years)
              </SortableTh>
              <SortableTh id="beginningAro" sorting={sorting} align="end">
                Beginning ({format.symbol})
              </SortableTh>
              <SortableTh id="accretionExpense" sorting={sorting} align="end">
                Expense ({format.symbol})
              </SortableTh>
              <SortableTh id="endingAro" sorting={sorting} align="end">
                Ending ({format.symbol})
              </SortableTh>
              <SortableTh id="method" sorting={sorting}>
                Method
              </SortableTh>
              <SortableTh id="posted" sorting={sorting}>
                Posted
              </SortableTh>
              <Th align="end">
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((record) => (
              <Row
                key={record.id}
                record={record}
                writeBlock={writeBlock}
                onReverse={() => onReverse(record)}
                onApproachReverse={onApproachReverse}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td className={footCellClass} colSpan={3}>
                Total
              </td>
              <FigureFoot>{format.money(sumExpense(accretion))}</FigureFoot>
              <FigureFoot>{format.money(layer.currentAroValue)}</FigureFoot>
              <td className={footCellClass} colSpan={3} />
            </tr>
          </tfoot>
        </Table>
      </TableFrame>
    </section>
  );
}

function Row({
  record,
  writeBlock,
  onReverse,
  onApproachReverse,
}: {
  record: AccretionRow;
  writeBlock: string | null;
  onReverse: () => void;
  onApproachReverse: () => void;
}) {
  const format = useFormat();
  const { posted, reversed } = record;
  return (
    <tr className={classNames(reversed && 'text-muted')}>
      <RowTh className="figures font-normal">
        {format.date(record.coveredFrom)} –<span className="block">{format.date(record.periodEnd)}</span>
      </RowTh>
      <FigureCell>{format.rate(sixDecimals(record.timeYears))}</FigureCell>
      <FigureCell>{format.money(record.beginningAro)}</FigureCell>
      <FigureCell className={classNames(reversed ? 'line-through' : 'font-medium')}>
        {format.money(record.accretionExpense)}
      </FigureCell>
      <FigureCell>{format.money(record.endingAro)}</FigureCell>
      <Td>{METHODS[record.method]}</Td>
      {/* Some users and time zones have long names. */}
      <Td className="min-w-29 py-1.5 text-xs text-muted [overflow-wrap:anywhere]">
        {SOURCES[record.source] ?? personName(posted)}
        <span className="block">{format.instant(posted.createdAt)}</span>
        {reversed && (
          <span className="mt-1 block">
            <Badge>Reversed</Badge> {format.date(reversed.effectiveOn)} by {personName(reversed)}
            {reversed.reason && `: ${reversed.reason}`}
          </span>
        )}
      </Td>
      <Td align="end">
        {!reversed && (
          <IconButton
            label={`Reverse the accretion through ${format.date(record.periodEnd)}`}
            hint="Reverse"
            icon={<Undo2 aria-hidden="true" />}
            disabledReason={writeBlock}
            onPointerEnter={onApproachReverse}
            onClick={onReverse}
          />
        )}
      </Td>
    </tr>
  );
}

/** "0.166666666667" as 0.166667, for readability; the expense was computed with all twelve decimals. */
function sixDecimals(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const millionths = roundHalfUp(BigInt(whole + fraction.padEnd(12, '0')), 1_000_000n);
  return String(millionths)
    .padStart(7, '0')
    .replace(/(\d{6})$/, '.$1');
}

function sumExpense(records: readonly AccretionRow[]): string {
  const activeRecords = records.filter(({ reversed }) => reversed === null);
  return formatCents(
    activeRecords.reduce((sum, { accretionExpense }) => sum + parseCents(accretionExpense), 0n),
  );
}
