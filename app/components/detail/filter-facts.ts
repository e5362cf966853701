import type { LayerView } from '~/schemas/books/layer-views';
import type { DetailFiltering } from './use-detail-filters';

/** What a printed or saved list leaves out, so that nobody takes it for the whole. */
export function filterFacts(
  { wellId, field, layer, status }: DetailFiltering['filters'],
  layers: LayerView[],
): string[] {
  const parts = [
    wellId && `well ${layers[0]?.well.wellCode ?? wellId}`,
    field && `field ${field}`,
    layer && `layer ${layer}`,
    status && `status ${status}`,
  ].filter(Boolean);
  return parts.length > 0 ? [`Filtered by ${parts.join(', ')}`] : [];
}
