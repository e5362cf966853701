import { Button } from '~/components/ui/button';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { FigureCell, footCellClass, Table, TableFrame, Td, Th } from '~/components/ui/table';
import type { Measurement } from '~/domain/layer';
import { formatCents, parseMoney } from '~/domain/money';
import { failureText } from '~/hooks/api-fetch';
import { useFetched } from '~/hooks/use-fetched';
import { type Format, useFormat } from '~/hooks/use-format';
import type { LayerHistoryView, TraceView } from '~/schemas/views';
import { dollars } from './dollars';
import { layerLabel } from './layer-label';

const MEASUREMENTS: Record<Measurement, string> = {
  change: 'Change of the estimate',
  increment: 'Added cost',
  remeasure: 'Remeasurement',
};
const SOURCES = { user: null, 'month-end': 'Month-end run', import: 'Import' } as const;

/** How one layer came to its value: its inputs, its formula with the numbers, and every accretion since. */
export default function LayerHistory({ layerId, onClose }: { layerId: string; onClose: () => void }) {
  const path = `/api/aro-layers/${encodeURIComponent(layerId)}/history`;
  const { data, error } = useFetched<LayerHistoryView>(path);
  const title = data ? `${data.layer.well.wellCode}: ${layerLabel(data.layer.layerNumber)}` : 'Layer History';
  return (
    <Dialog
      title={title}
      description={data ? `${data.layer.well.wellName}, ${data.layer.well.field}` : undefined}
      size="lg"
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
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-lg border border-line px-4 py-3 sm:grid-cols-4">
        {figures.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="figures overflow-hidden font-medium text-ellipsis">{value}</dd>
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
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">Formula</h3>
      <p className="text-xs text-muted">P&A cost × (1 + inflation rate)^years ÷ (1 + discount rate)^years</p>
      <div className="mt-1.5 rounded-md bg-sunken px-3 py-2 [overflow-wrap:anywhere] tabular-nums">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </section>
  );
}

function Accretion({ history: { layer, accretion } }: { history: LayerHistoryView }) {
  const format = useFormat();
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
      <h3 className="mb-1.5 font-semibold">Accretion</h3>
      <TableFrame label="Accretion" className="max-h-96">
        <Table aria-label="Accretion" className="[&_td]:px-2 [&_th]:px-2">
          <thead>
            <tr>
              <Th>Period</Th>
              <Th align="end">Time (years)</Th>
              <Th align="end">Beginning ({format.symbol})</Th>
              <Th align="end">Expense ({format.symbol})</Th>
              <Th align="end">Ending ({format.symbol})</Th>
              <Th>Posted</Th>
            </tr>
          </thead>
          <tbody>
            {accretion.map((record) => (
              <tr key={record.id}>
                <th scope="row" className="figures h-9 border-b border-line px-3 py-1 text-left font-normal">
                  {format.date(record.periodStart)} –
                  <span className="block">{format.date(record.periodEnd)}</span>
                </th>
                <FigureCell>{yearsText(record.timeYears)}</FigureCell>
                <FigureCell>{format.money(record.beginningAro)}</FigureCell>
                <FigureCell className="font-medium">{format.money(record.accretionExpense)}</FigureCell>
                <FigureCell>{format.money(record.endingAro)}</FigureCell>
                <Td className="text-xs whitespace-nowrap text-muted">
                  {SOURCES[record.source] ?? (record.posted ? personName(record.posted) : '')}
                  <span className="block">
                    {format.instant(record.posted?.createdAt ?? record.createdAt)}
                  </span>
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

/** Twelve decimals are more than a person reads; the expense was computed with all of them. */
function yearsText(years: string): string {
  return years.replace(/(\.\d{6})\d+$/, '$1');
}

function difference(amount: string, less: string): string {
  const [a, b] = [parseMoney(amount), parseMoney(less)];
  return a.ok && b.ok ? formatCents(a.cents - b.cents) : '';
}
