import { type ListFilters, useListFilters } from '~/components/ui/use-list-filters';
import type { DetailPage } from './detail-page';

const NAMES = ['wellId', 'field', 'layer', 'status'] as const;

export type DetailFiltering = ListFilters<(typeof NAMES)[number]>;

export function useDetailFilters({ query }: DetailPage): DetailFiltering {
  return useListFilters(NAMES, 'wellCode', query);
}
