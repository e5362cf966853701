import type { FocusEvent } from 'react';
import { useAfterPress } from './use-after-press';

/**
 * Checks each field of a form as it is left.
 *
 * @param validate checks the field of that name
 * @returns the handler for the form's blur events
 */
export function useValidateOnBlur(validate: (name: string) => void) {
  const afterPress = useAfterPress();
  return ({ target }: FocusEvent<HTMLFormElement>) => {
    // Typed as the form, but it is the field that loses the focus.
    const field: Element = target;
    const name = field.getAttribute('name');
    if (!name || field instanceof HTMLButtonElement) return;
    afterPress(() => {
      if (field.isConnected) validate(name);
    });
  };
}
