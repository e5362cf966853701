import type { CustomFieldTemplate, CustomFieldValue } from '~/domain/wells/custom-field';
import type { Format } from '~/hooks/use-format';

/** A custom field's value as text for a table. */
export function customFieldText(
  { fieldType }: CustomFieldTemplate,
  value: CustomFieldValue | undefined,
  format: Format,
): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (fieldType === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(String(value))) return format.date(String(value));
  return String(value);
}
