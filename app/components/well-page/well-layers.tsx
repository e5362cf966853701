import type { LinkProps } from '@remix-run/react';
import { layerLabel } from '~/components/books/layer-label';
import { Badge } from '~/components/ui/badge';
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
import { TextLink } from '~/components/ui/text-link';
import { formatCents, parseCents } from '~/domain/money/money';
import { useFormat } from '~/hooks/use-format';
import type { LayerView } from '~/schemas/books/layer-views';

/** The well's layers by number, each linked to its history. */
export function WellLayers({
  layers,
  linkTo,
}: {
  layers: LayerView[];
  linkTo: (layerId: string) => LinkProps;
}) {
  const format = useFormat();
  const money = (amount: string) => format.money(amount);
  const current = layers.filter(({ status }) => status === 'current');
  const total = (amount: (layer: LayerView) => string) =>
    money(formatCents(current.reduce((sum, layer) => sum + parseCents(amount(layer)), 0n)));
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">Layers</h3>
      {layers.length === 0 ? (
        <p className="text-muted">No layers yet. Calculate one to get started.</p>
      ) : (
        <TableFrame label="Layers">
          <Table aria-label="Layers">
            <thead>
              <tr>
                <Th>Layer</Th>
                <Th align="end">Calculated</Th>
                <Th align="end">P&A Cost ({format.symbol})</Th>
                <Th align="end">Lifespan (years)</Th>
                <Th align="end">Discount (%)</Th>
                <Th align="end">Inflation (%)</Th>
                <Th align="end">ARO Value ({format.symbol})</Th>
                <Th align="end">Current ARO ({format.symbol})</Th>
                <Th>Status</Th>
              </tr>
            </thead>
            <tbody>
              {layers.map((layer) => (
                <tr key={layer.id}>
                  <RowTh className="whitespace-nowrap">
                    <TextLink
                      aria-label={`History of ${layerLabel(layer.layerNumber, layer.layerType)}`}
                      {...linkTo(layer.id)}
                    >
                      {layerLabel(layer.layerNumber, layer.layerType)}
                    </TextLink>
                  </RowTh>
                  <FigureCell className="whitespace-nowrap">{format.date(layer.calculationDate)}</FigureCell>
                  <FigureCell>{money(layer.pAndACost)}</FigureCell>
                  <FigureCell>{format.integer(layer.wellLifespan)}</FigureCell>
                  <FigureCell>{format.rate(layer.discountRate)}</FigureCell>
                  <FigureCell>{format.rate(layer.inflationRate)}</FigureCell>
                  <FigureCell className="whitespace-nowrap">{money(layer.aroValue)}</FigureCell>
                  <FigureCell className="font-medium whitespace-nowrap">
                    {money(layer.currentAroValue)}
                  </FigureCell>
                  <Td>
                    <Badge tone={layer.status === 'current' ? 'green' : 'neutral'}>
                      {layer.status === 'current' ? 'Current' : 'Historical'}
                    </Badge>
                  </Td>
                </tr>
              ))}
            </tbody>
            {current.length > 1 && (
              <tfoot>
                <tr>
                  <td className={footCellClass} colSpan={6}>
                    Total of current layers
                  </td>
                  <FigureFoot>{total((layer) => layer.aroValue)}</FigureFoot>
                  <FigureFoot>{total((layer) => layer.currentAroValue)}</FigureFoot>
                  <td className={footCellClass} />
                </tr>
              </tfoot>
            )}
          </Table>
        </TableFrame>
      )}
    </div>
  );
}
