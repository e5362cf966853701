import { Button } from '~/components/ui/button';
import { CsvButton, type CsvColumns } from '~/components/ui/csv-button';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { SortableTh } from '~/components/ui/sortable-th';
import { FigureCell, footCellClass, Table, TableFrame, Td } from '~/components/ui/table';
import { type SortValues, useSortedRows } from '~/components/ui/use-sorted-rows';
import type { AccretionMethod } from '~/domain/books/accretion';
import type { Measurement } from '~/domain/books/layer';
import { formatCents, parseCents, roundHalfUp } from '~/domain/money/money';
import { failureText } from '~/hooks/api-fetch';
import { useFetched } from '~/hooks/use-fetched';
import { type Format, useFormat } from '~/hooks/use-format';
import type { LayerHistoryView, TraceView } from '~/schemas/platform/views';
import { dollars } from './dollars';
import { layerLabel } from './layer-label';

const MEASUREMENTS: Record<Measurement, string> = {
  change: 'Change of the estimate',
  increment: 'Added cost',
  remeasure: 'Remeasurement',
};
const METHODS: Record<AccretionMethod, string> = { simple: 'Simple', effective: 'Effective' };
const SOURCES = { user: null, 'month-end': 'Month-end run', import: 'Import' } as const;

type AccretionRow = LayerHistoryView['accretion'][number];

const SORT_VALUES: SortValues<AccretionRow> = {
  periodStart: (record) => record.periodStart,
  timeYears: (record) => Number(record.timeYears),
  beginningAro: (record) => parseCents(record.beginningAro),
  accretionExpense: (record) => parseCents(record.accretionExpense),
  endingAro: (record) => parseCents(record.endingAro),
  method: (record) => record.method,
  posted: postedAt,
};

const CSV_COLUMNS: CsvColumns<AccretionRow> = {
  periodStart: (record) => record.periodStart,
  periodEnd: (record) => record.periodEnd,
  periodType: (record) => record.periodType,
  timeYears: (record) => record.timeYears,
  method: (record) => record.method,
  discountRate: (record) => record.discountRate,
  beginningAro: (record) => record.beginningAro,
  accretionExpense: (record) => record.accretionExpense,
  endingAro: (record) => record.endingAro,
  source: (record) => record.source,
  postedBy: ({ posted }) => posted && personName(posted),
  postedAt,
};

/** How one layer came to its value: its inputs, its formula with the numbers, and every accretion since. */
export default function LayerHistory({ layerId, onClose }: { layerId: string; onClose: () => void }) {
  const path = `/api/aro-layers/${encodeURIComponent(layerId)}/history`;
  const { data, error } = useFetched<LayerHistoryView>(path);
  const title = data ? `${data.layer.well.wellCode}: ${layerLabel(data.layer.layerNumber)}` : 'Layer History';
  return (
    <Dialog
      title={title}
      description={data ? `${data.layer.well.wellName}, ${data.layer.well.field}` : undefined}
      size="xl"
      onClose={onClose}
    >
      <DialogBody className="flex flex-col gap-5">
        {error ? (
          <Note tone="danger" title={failureText(error, 'The history of this layer could not be loaded.')} />
        ) : data ? (
          <>
            <Inputs history={data} />
            <Formula lines={data.formula} />
            <Accretion history={data} />
          </>
        ) : (
          <div role="status" className="flex flex-col gap-5">
            <span className="sr-only">Loading the history of the layer</span>
            <Skeleton className="h-28" />
            <Skeleton className="h-12" />
            <Skeleton className="h-64" />
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

function Inputs({ history: { layer, calculation } }: { history: LayerHistoryView }) {
  const format = useFormat();
  const figures = [
    ['P&A Cost', dollars(format, layer.pAndACost)],
    ['Well Lifespan', `${format.integer(layer.wellLifespan)} years`],
    ['Discount Rate', `${format.rate(layer.discountRate)}%`],
    ['Inflation Rate', `${format.rate(layer.inflationRate)}%`],
    ['Calculation Date', format.date(layer.calculationDate)],
    ['Total Estimate', dollars(format, layer.totalEstimate)],
    ['Initial ARO', dollars(format, layer.aroValue)],
    ['Current ARO', dollars(format, layer.currentAroValue)],
  ];
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">Calculation Inputs</h3>
      <dl className="grid gap-x-4 gap-y-1 rounded-lg border border-line px-4 py-3 sm:grid-cols-4 sm:gap-y-2">
        {figures.map(([name, value]) => (
          // On a phone's screen each figure has a line of its own, so that it is whole.
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-3 sm:block">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="figures font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1.5 text-xs text-muted">
        {layer.measurement && `Measured as: ${MEASUREMENTS[layer.measurement]}. `}
        {calculation
          ? `Calculated by ${traceText(calculation, format)}.`
          : `Recorded ${format.instant(layer.createdAt)}, without a calculation.`}
      </p>
    </section>
  );
}

function Formula({ lines }: { lines: string[] }) {
  const format = useFormat();
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">Formula</h3>
      <p className="text-xs text-muted">P&A cost × (1 + inflation rate)^years ÷ (1 + discount rate)^years</p>
      <div className="mt-1.5 rounded-md bg-sunken px-3 py-2 [overflow-wrap:anywhere] tabular-nums">
        {lines.map((line) => (
          <p key={line}>{withFigures(line, format)}</p>
        ))}
      </div>
    </section>
  );
}

function Accretion({ history: { layer, accretion } }: { history: LayerHistoryView }) {
  const format = useFormat();
  const { sorted, ...sorting } = useSortedRows(accretion, SORT_VALUES, 'periodStart');
  if (accretion.length === 0) {
    return (
      <section>
        <h3 className="mb-1.5 font-semibold">Accretion</h3>
        <p className="text-muted">Nothing has accreted on this layer yet.</p>
      </section>
    );
  }
  return (
    <section>
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="font-semibold">Accretion</h3>
        <CsvButton
          what="Accretion"
          fileName={`accretion-${fileWord(layer.well.wellCode)}-L${layer.layerNumber}`}
          columns={CSV_COLUMNS}
          rows={sorted}
          variant="ghost"
          className="min-h-7 px-2 text-xs"
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
            </tr>
          </thead>
          <tbody>
            {sorted.map((record) => (
              <tr key={record.id}>
                <th scope="row" className="figures h-9 border-b border-line px-3 py-1 text-left font-normal">
                  {format.date(record.periodStart)} –
                  <span className="block">{format.date(record.periodEnd)}</span>
                </th>
                <FigureCell>{format.rate(sixDecimals(record.timeYears))}</FigureCell>
                <FigureCell>{format.money(record.beginningAro)}</FigureCell>
                <FigureCell className="font-medium">{format.money(record.accretionExpense)}</FigureCell>
                <FigureCell>{format.money(record.endingAro)}</FigureCell>
                <Td>{METHODS[record.method]}</Td>
                {/* Some people and zones have long names. */}
                <Td className="min-w-38 text-xs text-muted [overflow-wrap:anywhere]">
                  {SOURCES[record.source] ?? (record.posted ? personName(record.posted) : '')}
                  <span className="block">{format.instant(postedAt(record))}</span>
                </Td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td className={footCellClass}>Total</td>
              <td className={footCellClass} />
              <td className={footCellClass} />
              <td className={`${footCellClass} figures text-right`}>
                {format.money(difference(layer.currentAroValue, layer.aroValue))}
              </td>
              <td className={`${footCellClass} figures text-right`}>{format.money(layer.currentAroValue)}</td>
              <td className={footCellClass} />
              <td className={footCellClass} />
            </tr>
          </tfoot>
        </Table>
      </TableFrame>
    </section>
  );
}

function traceText(trace: TraceView, format: Format): string {
  return `${personName(trace)}, ${format.instant(trace.createdAt)}`;
}

/** People who are gone have left only their id. */
function personName({ user, userId }: TraceView): string {
  if (userId === 'system') return 'the system';
  return user?.name || user?.email || 'a former user';
}

/** The figures of a line, which come as "14,447,500.00", in the person's way of writing. */
function withFigures(line: string, format: Format): string {
  return line.replace(/\d[\d,]*(\.\d+)?/g, (figure) => format.money(figure.replaceAll(',', '')));
}

/** "0.166666666667" as 0.166667. Twelve decimals are more than a person reads; the expense was computed with all of them. */
function sixDecimals(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const millionths = roundHalfUp(BigInt(whole + fraction.padEnd(12, '0')), 1_000_000n);
  return String(millionths)
    .padStart(7, '0')
    .replace(/(\d{6})$/, '.$1');
}

function postedAt({ posted, createdAt }: AccretionRow): string {
  return posted?.createdAt ?? createdAt;
}

/** A well's code as part of a file's name, where no system takes a slash. */
function fileWord(code: string): string {
  return code.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
}

function difference(amount: string, less: string): string {
  return formatCents(parseCents(amount) - parseCents(less));
}
