import type { FocusEvent } from 'react';
import { useDeferUntilRelease } from './use-defer-until-release';

/**
 * Validates each field of a form on blur.
 *
 * @param validate checks the field with that name
 * @returns the form's blur handler
 */
export function useValidateOnBlur(validate: (name: string) => void) {
  const deferUntilRelease = useDeferUntilRelease();
  return ({ target }: FocusEvent<HTMLFormElement>) => {
    // Typed as the form, but the target is the field that loses focus.
    const field: Element = target;
    const name = field.getAttribute('name');
    if (!name || field instanceof HTMLButtonElement) return;
    deferUntilRelease(() => {
      if (field.isConnected) validate(name);
    });
  };
}
