import type { ListedLayerView } from '~/schemas/books/layer-views';

/** What the server gives with the page: the first layers that the filters let through, and sums over all of them. */
export type DetailPage = {
  /** Which rows these are, as the list's calls take it: what the server took of the address. */
  query: string;
  layers: ListedLayerView[];
  nextCursor: string | null;
  totals: { totalWells: number; totalLayers: number; totalInitialAro: string; totalCurrentAro: string };
  /** How many layers the filters find, historical ones included. */
  matchingLayers: number;
  /** How many layers there are, matching or not. */
  allLayers: number;
  fields: string[];
  layerNumbers: number[];
};
