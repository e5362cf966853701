import { useListFilters } from '~/components/ui/use-list-filters';
import type { AccretionPage } from './accretion-page';

const NAMES = ['periodEnd', 'catchUp'] as const;

/** The period whose results are shown, which of them, and their order. */
export function useAccretionFilters({ query }: AccretionPage) {
  return useListFilters(NAMES, 'wellCode', query);
}
