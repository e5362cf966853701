import { type ListFilters, useListFilters } from '~/components/ui/use-list-filters';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import type { WellsPage } from './wells-page';

const NAMES = ['search', 'status', 'field'] as const;

export type WellFiltering = ListFilters<(typeof NAMES)[number]>;

/** Column ID of a custom field, used to sort the list by it. */
export function customColumnId({ fieldName }: Pick<CustomFieldTemplate, 'fieldName'>): string {
  return `custom.${fieldName}`;
}

export function useWellFilters({ query }: WellsPage): WellFiltering {
  return useListFilters(NAMES, 'wellCode', query);
}
