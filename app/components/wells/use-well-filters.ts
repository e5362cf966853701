import { type ListFilters, useListFilters } from '~/components/ui/use-list-filters';

const NAMES = ['search', 'status', 'field'] as const;

export type WellFiltering = ListFilters<(typeof NAMES)[number]>;

/** The wells list's search, filters and order. */
export function useWellFilters(): WellFiltering {
  return useListFilters(NAMES, 'wellCode');
}
