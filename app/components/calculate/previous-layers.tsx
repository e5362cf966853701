import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { SortableTh } from '~/components/ui/sortable-th';
import { FigureCell, Table, TableFrame, Td } from '~/components/ui/table';
import { type SortValues, useSortedRows } from '~/components/ui/use-sorted-rows';
import type { LayerType } from '~/domain/layer';
import { formatCents, parseCents } from '~/domain/money';
import { failureText } from '~/hooks/api-fetch';
import { useFormat } from '~/hooks/use-format';
import type { LayerView } from '~/schemas/views';
import { previousMeasurement } from './layer-preview';

const TYPE_NAMES: Record<LayerType, string> = { initial: 'Initial', additional: 'Additional' };

const SORT_VALUES: SortValues<LayerView> = {
  layerNumber: (layer) => layer.layerNumber,
  layerType: (layer) => TYPE_NAMES[layer.layerType],
  calculationDate: (layer) => layer.calculationDate,
  aroValue: (layer) => parseCents(layer.aroValue),
};

/** What the well has already, which an additional layer adds to. */
export function PreviousLayers({
  layers,
  error,
  onRetry,
}: {
  /** Null while they are on the way. */
  layers: LayerView[] | null;
  error: unknown;
  onRetry: () => void;
}) {
  return (
    <Card title="Previous Layers">
      {error ? (
        <Note tone="danger" title={failureText(error, 'The previous layers could not be loaded.')}>
          <Button className="mt-2" onClick={onRetry}>
            Try again
          </Button>
        </Note>
      ) : layers === null ? (
        <div role="status" className="flex flex-col gap-2">
          <span className="sr-only">Loading the previous layers</span>
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
      ) : layers.length === 0 ? (
        <p className="text-muted">This well has no layers yet. Calculate its initial layer first.</p>
      ) : (
        <LayerTable layers={layers} />
      )}
    </Card>
  );
}

function LayerTable({ layers }: { layers: LayerView[] }) {
  const format = useFormat();
  const standing = previousMeasurement(layers);
  const { sorted, ...sorting } = useSortedRows(layers, SORT_VALUES, 'layerNumber');
  return (
    <div className="flex flex-col gap-3">
      <TableFrame label="Previous Layers" className="max-h-60">
        <Table aria-label="Previous Layers" className="[&_td]:px-2 [&_th]:px-2">
          <thead>
            <tr>
              <SortableTh id="layerNumber" sorting={sorting}>
                Layer
              </SortableTh>
              <SortableTh id="layerType" sorting={sorting} className="max-sm:hidden">
                Type
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
                  <span className="block text-xs text-muted sm:hidden">{TYPE_NAMES[layer.layerType]}</span>
                </Td>
                <Td className="max-sm:hidden">{TYPE_NAMES[layer.layerType]}</Td>
                <FigureCell>{format.date(layer.calculationDate)}</FigureCell>
                <FigureCell>{format.money(layer.aroValue)}</FigureCell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
      {standing && (
        <dl className="grid grid-cols-[1fr_auto] gap-y-1">
          <dt className="text-muted">Current estimate ({format.symbol})</dt>
          <dd className="figures text-right">{format.money(formatCents(standing.totalEstimateCents))}</dd>
          <dt className="text-muted">Carrying amount ({format.symbol})</dt>
          <dd className="figures text-right">{format.money(formatCents(standing.carryingAmountCents))}</dd>
        </dl>
      )}
    </div>
  );
}
