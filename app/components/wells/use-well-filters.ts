import { type ListFilters, useListFilters } from '~/components/ui/use-list-filters';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import type { WellsPage } from './wells-page';

const NAMES = ['search', 'status', 'field'] as const;

export type WellFiltering = ListFilters<(typeof NAMES)[number]>;

/** What a custom field's column is called where the list is ordered by it. */
export function customColumnId({ fieldName }: Pick<CustomFieldTemplate, 'fieldName'>): string {
  return `custom.${fieldName}`;
}

/** The wells list's search, filters and order. */
export function useWellFilters({ query }: WellsPage): WellFiltering {
  return useListFilters(NAMES, 'wellCode', query);
}
