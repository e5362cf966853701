import type { CsvValue } from '~/domain/files/csv-line';
import type { LayerView } from '~/schemas/platform/views';

/** The columns of a file of layers, in their order. */
export const LAYER_COLUMNS = [
  'wellCode',
  'wellName',
  'field',
  'activeDate',
  'layerNumber',
  'layerType',
  'measurement',
  'pAndACost',
  'totalEstimate',
  'wellLifespan',
  'discountRate',
  'inflationRate',
  'calculationDate',
  'aroValue',
  'currentAroValue',
  'accretedThrough',
  'status',
] as const;

/** A layer's cells of LAYER_COLUMNS. */
export function layerCells({ well, ...layer }: LayerView): CsvValue[] {
  const values = { ...layer, ...well, status: layer.status === 'historical' ? 'Historical' : 'Current' };
  return LAYER_COLUMNS.map((column) => values[column]);
}
