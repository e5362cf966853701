import type { CustomFieldTemplate, CustomFieldValue } from '~/domain/wells/custom-field';
import { saveCsvTable } from '~/hooks/csv-file';
import type { WellView } from '~/schemas/wells/well-views';

const COLUMNS = ['wellCode', 'wellName', 'wellStatus', 'field', 'activeDate'] as const;

/** Saves wells with all custom fields, including those without a column on screen, under the column names of an upload. */
export function saveWellsCsv(
  fileName: string,
  wells: readonly WellView[],
  templates: readonly CustomFieldTemplate[],
): void {
  const fieldNames = [...templates].sort((a, b) => a.order - b.order).map(({ fieldName }) => fieldName);
  saveCsvTable(fileName, [...COLUMNS, ...fieldNames], wells, (well) => [
    ...COLUMNS.map((column) => well[column]),
    ...fieldNames.map((name) => cell(well.customFields[name])),
  ]);
}

function cell(value: CustomFieldValue | undefined): string | number | null {
  return typeof value === 'boolean' ? String(value) : (value ?? null);
}
