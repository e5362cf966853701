import type { LayerType } from '~/domain/books/layer';

/** "Layer 1 (Initial)", "Layer 2", … A layer that replaces a reversed initial layer is also initial, with a later number. */
export function layerLabel(layerNumber: number, layerType?: LayerType): string {
  const isInitial = layerType === undefined ? layerNumber === 1 : layerType === 'initial';
  return isInitial ? `Layer ${layerNumber} (Initial)` : `Layer ${layerNumber}`;
}
