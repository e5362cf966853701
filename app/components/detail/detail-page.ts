import type { ListedLayerView } from '~/schemas/books/layer-views';

/** Sent by the server with the page: the first matching layers, and totals over all of them. */
export type DetailPage = {
  /** Query of these rows for the list API, as the server parsed it from the URL. */
  query: string;
  layers: ListedLayerView[];
  nextCursor: string | null;
  totals: { totalWells: number; totalLayers: number; totalInitialAro: string; totalCurrentAro: string };
  /** Number of layers that match the filters, including historical ones. */
  matchingLayers: number;
  /** Number of layers, matching or not. */
  allLayers: number;
  fields: string[];
  layerNumbers: number[];
};
