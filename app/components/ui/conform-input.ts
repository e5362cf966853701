import { getInputProps } from '@conform-to/react';

/** Conform's name, default and constraints; label, help and errors are Field's. */
export function inputProps(field: Parameters<typeof getInputProps>[0], type: 'text' | 'date' = 'text') {
  const { key, ...props } = getInputProps(field, { type, ariaAttributes: false });
  return props;
}
