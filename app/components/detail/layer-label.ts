/** "Layer 1 (Initial)", "Layer 2", … */
export function layerLabel(layerNumber: number): string {
  return layerNumber === 1 ? 'Layer 1 (Initial)' : `Layer ${layerNumber}`;
}
