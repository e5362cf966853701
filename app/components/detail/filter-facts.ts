import type { LayerView } from '~/schemas/books/layer-views';

/**
 * What a printed or saved list leaves out, so that nobody takes it for the whole.
 *
 * @param query the one that answered these layers: the address may ask for others by now
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
