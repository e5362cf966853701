import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import type { WellView } from '~/schemas/wells/well-views';

/** So many of the fields, by their order, are columns of the list. */
export const MAX_CUSTOM_COLUMNS = 3;

export function listedFields(templates: readonly CustomFieldTemplate[]): CustomFieldTemplate[] {
  return [...templates].sort((a, b) => a.order - b.order).slice(0, MAX_CUSTOM_COLUMNS);
}

/** What the server gives with the page: the first rows of the list, and what its filters and columns need. */
export type WellsPage = {
  /** Which rows these are, as the list's calls take it: what the server took of the address. */
  query: string;
  wells: WellView[];
  nextCursor: string | null;
  /** All wells of the company, and those that the filters let through. */
  total: number;
  matching: number;
  fields: string[];
  customFieldTemplates: CustomFieldTemplate[];
};
