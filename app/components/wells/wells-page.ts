import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import type { WellView } from '~/schemas/wells/well-views';

/** Number of custom fields, by their order, that are columns of the list. */
export const MAX_CUSTOM_COLUMNS = 3;

export function listedFields(templates: readonly CustomFieldTemplate[]): CustomFieldTemplate[] {
  return [...templates].sort((a, b) => a.order - b.order).slice(0, MAX_CUSTOM_COLUMNS);
}

/** Sent by the server with the page: the first rows of the list, and the data for its filters and columns. */
export type WellsPage = {
  /** Query of these rows for the list API, as the server parsed it from the URL. */
  query: string;
  wells: WellView[];
  nextCursor: string | null;
  /** Number of wells in the company, and number of wells that match the filters. */
  total: number;
  matching: number;
  fields: string[];
  customFieldTemplates: CustomFieldTemplate[];
};
