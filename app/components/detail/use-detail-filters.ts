import { type ListFilters, useListFilters } from '~/components/ui/use-list-filters';

const NAMES = ['wellId', 'field', 'layer', 'status'] as const;

export type DetailFiltering = ListFilters<(typeof NAMES)[number]>;

/** The detail's filters and order. */
export function useDetailFilters(): DetailFiltering {
  return useListFilters(NAMES, 'wellCode');
}
