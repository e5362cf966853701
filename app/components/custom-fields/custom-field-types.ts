import type { CustomFieldTemplate, CustomFieldType } from '~/domain/wells/custom-field';

export const TYPE_LABELS: Record<CustomFieldType, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  select: 'Dropdown',
  textarea: 'Large Text',
  checkbox: 'Checkbox',
};

/** Short summary of a field's options or rules, for the list. */
export function rulesText({ fieldType, options = [], validation = {} }: CustomFieldTemplate): string {
  if (fieldType === 'select') return options.join(', ');
  const { minLength, maxLength, min, max, pattern } = validation;
  return [
    rangeText(minLength, maxLength, ' characters'),
    rangeText(min, max, ''),
    pattern ? `matches ${pattern}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function rangeText(from: number | undefined, to: number | undefined, unit: string): string {
  if (from !== undefined && to !== undefined) return `${from} to ${to}${unit}`;
  if (from !== undefined) return `at least ${from}${unit}`;
  return to === undefined ? '' : `at most ${to}${unit}`;
}
