import { getInputProps } from '@conform-to/react';

/** Conform's name, default value and constraints. Field handles the label, help and errors. */
export function inputProps(field: Parameters<typeof getInputProps>[0], type: 'text' | 'date' = 'text') {
  const { key, ...props } = getInputProps(field, { type, ariaAttributes: false });
  return props;
}
