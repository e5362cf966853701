import { useListFilters } from '~/components/ui/use-list-filters';
import type { AccretionPage } from './accretion-page';

const NAMES = ['periodEnd'] as const;

/** The period whose results are shown, and their order. */
export function useAccretionFilters({ query }: AccretionPage) {
  return useListFilters(NAMES, 'wellCode', query);
}
