import { useListFilters } from '~/components/ui/use-list-filters';
import type { AccretionPage } from './accretion-page';

const NAMES = ['periodEnd', 'catchUp'] as const;

/** Filters of the results, by period end and catch-up, and their sort order. */
export function useAccretionFilters({ query }: AccretionPage) {
  return useListFilters(NAMES, 'wellCode', query);
}
