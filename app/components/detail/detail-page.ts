import type { LayerView } from '~/schemas/views';

/** What the server gives with the page: the first layers that the filters let through, and sums over all of them. */
export type DetailPage = {
  layers: LayerView[];
  nextCursor: string | null;
  totals: { totalWells: number; totalLayers: number; totalInitialAro: string; totalCurrentAro: string };
  /** Whether there is any layer at all, matching or not. */
  hasLayers: boolean;
  fields: string[];
  layerNumbers: number[];
  today: string;
};
