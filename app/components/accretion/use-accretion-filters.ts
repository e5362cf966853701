import { useListFilters } from '~/components/ui/use-list-filters';

const NAMES = ['periodEnd'] as const;

/** The period whose results are shown, and their order. */
export function useAccretionFilters() {
  return useListFilters(NAMES, 'wellCode');
}
