import type { ReactNode } from 'react';
import { Card } from '~/components/ui/card';
import { LoadFailure } from '~/components/ui/load-failure';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { SortableTh } from '~/components/ui/sortable-th';
import { FigureCell, hangParenthesis, Table, TableFrame, Td } from '~/components/ui/table';
import { type SortValues, useSortedRows } from '~/components/ui/use-sorted-rows';
import { formatCents, parseCents } from '~/domain/money/money';
import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';
import { useOpenDates } from '~/hooks/use-open-dates';
import type { WellLayerView } from '~/schemas/books/layer-views';
import { findMissingAccretion, toPreviousMeasurement } from './layer-preview';

const SORT_VALUES: SortValues<WellLayerView> = {
  layerNumber: (layer) => layer.layerNumber,
  calculationDate: (layer) => layer.calculationDate,
  aroValue: (layer) => parseCents(layer.aroValue),
};

/** The well's existing layers, which an additional layer adds to. */
export function PreviousLayers({
  layers,
  asOf,
  error,
  onRetry,
}: {
  /** Null while loading. */
  layers: WellLayerView[] | null;
  /** Date of the balances; null for current balances, and while those for another date load. */
  asOf: string | null;
  error: unknown;
  onRetry: () => void;
}) {
  return (
    <Card title="Previous Layers">
      {error ? (
        <LoadFailure error={error} text="Couldn’t load previous layers." onRetry={onRetry} />
      ) : layers === null ? (
        <div role="status" className="flex flex-col gap-2">
          <span className="sr-only">Loading the previous layers</span>
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
      ) : layers.length === 0 ? (
        <p className="text-muted">This well has no layers yet. Calculate its initial layer first.</p>
      ) : (
        <LayerTable layers={layers} asOf={asOf} />
      )}
    </Card>
  );
}

function LayerTable({ layers, asOf }: { layers: WellLayerView[]; asOf: string | null }) {
  const format = useFormat();
  const { closedThrough } = useOpenDates();
  const missing = asOf && findMissingAccretion(layers, asOf, closedThrough);
  const measurement = toPreviousMeasurement(layers, 'repriced');
  const repricedCents = measurement?.repricedEstimateCents ?? 0;
  const isRepriced = measurement !== null && repricedCents !== measurement.totalEstimateCents;
  const { sorted, ...sorting } = useSortedRows(layers, SORT_VALUES, 'layerNumber');
  return (
    <div className="flex flex-col gap-3">
      <TableFrame label="Previous Layers" className="max-h-60">
        <Table aria-label="Previous Layers" className="[&_td]:px-1.5 [&_th]:px-1.5">
          <thead>
            <tr>
              <SortableTh id="layerNumber" sorting={sorting}>
                Layer
              </SortableTh>
              <SortableTh id="calculationDate" sorting={sorting} align="end">
                Date
              </SortableTh>
              <SortableTh id="aroValue" sorting={sorting} align="end">
                Value ({format.symbol})
              </SortableTh>
            </tr>
          </thead>
          <tbody>
            {sorted.map((layer) => (
              <tr key={layer.id}>
                <Td className="whitespace-nowrap">
                  Layer {layer.layerNumber}
                  <Small>{layer.layerType === 'initial' ? 'Initial' : 'Additional'}</Small>
                </Td>
                <FigureCell>
                  {format.date(layer.calculationDate)}
                  <Small>
                    {layer.retirementDate
                      ? `to ${format.date(layer.retirementDate)}`
                      : countOf(layer.wellLifespan, 'year', format)}
                  </Small>
                </FigureCell>
                <FigureCell>
                  {hangParenthesis(format.money(layer.aroValue))}
                  {/* The amount is never truncated; the rates wrap when there is no room. */}
                  <span className="block text-xs whitespace-normal text-muted">
                    {format.rate(layer.discountRate)}%, inflation {format.rate(layer.inflationRate)}%
                  </span>
                </FigureCell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
      {measurement && (
        <dl className="grid grid-cols-[1fr_auto] gap-y-1">
          <dt className="text-muted">Current total estimate ({format.symbol})</dt>
          <dd className="figures text-right">{format.money(formatCents(measurement.totalEstimateCents))}</dd>
          {asOf && isRepriced && (
            <>
              <dt className="text-muted">
                At prices of {format.date(asOf)} ({format.symbol})
              </dt>
              <dd className="figures text-right">{format.money(formatCents(repricedCents))}</dd>
            </>
          )}
          <dt className="text-muted">
            Carrying amount{asOf && ` on ${format.date(asOf)}`} ({format.symbol})
          </dt>
          <dd className="figures text-right">{format.money(formatCents(measurement.carryingAmountCents))}</dd>
        </dl>
      )}
      {missing && (
        <Note
          tone="warning"
          title={
            missing.postedThrough
              ? `Accretion is posted only through ${format.date(missing.postedThrough)}`
              : 'No accretion posted yet'
          }
        >
          {missing.openThrough
            ? `Post accretion through ${format.date(missing.openThrough)} first. Decreases and remeasurements are measured against the well’s carrying amount on the calculation date.`
            : `Later months through ${format.date(closedThrough!)} are closed. A decrease or a remeasurement posts their accretion with it, in ${format.month(asOf)}. Otherwise, the next accretion includes it.`}
        </Note>
      )}
    </div>
  );
}

/** Second line of a cell. */
function Small({ children }: { children: ReactNode }) {
  return <span className="block text-xs text-muted">{children}</span>;
}
