import type { DetailPage } from '~/components/detail/detail-page';
import type { useSheetPrint } from '~/components/reports/use-sheet-print';
import { useFetched } from '~/hooks/use-fetched';
import type { OverviewView } from '~/schemas/reports/overview-views';

export type OverviewPaper = {
  overview: OverviewView;
  /** Active filters, for print. */
  filterFacts: readonly string[];
};
export type OverviewPrinting = ReturnType<typeof useSheetPrint<OverviewPaper>>;

const FILTERS = ['wellId', 'field', 'layer', 'status', 'search'];

/** Figures of the filtered layers, fetched after the page and again whenever they change. */
export function useOverview({ query, allLayers, totals }: DetailPage) {
  const narrowed = new URLSearchParams(query);
  for (const name of [...narrowed.keys()]) if (!FILTERS.includes(name)) narrowed.delete(name);
  const { data, error, isOld, retry } = useFetched<OverviewView>(
    allLayers > 0 ? `/api/reports/overview?${narrowed}` : null,
    `${totals.totalLayers} ${totals.totalCurrentAro}`,
    'overview',
  );
  return {
    overview: data,
    narrowed: `${narrowed}`,
    hasFailed: error !== null,
    isOld,
    retry,
  };
}
