import type { LayerView } from '~/schemas/books/layer-views';

/**
 * Filters of a printed or saved list, so nobody takes it for the complete list.
 *
 * @param query the query that loaded these layers, because the URL may have changed meanwhile
 */
export function filterFacts(query: string, layers: LayerView[]): string[] {
  const { wellId, field, layer, status } = Object.fromEntries(new URLSearchParams(query));
  const parts = [
    wellId && `well ${layers[0]?.well.wellCode ?? wellId}`,
    field && `field ${field}`,
    layer && `layer ${layer}`,
    status && `status ${status}`,
  ].filter(Boolean);
  return parts.length > 0 ? [`Filtered by ${parts.join(', ')}`] : [];
}
