import { useEffect } from 'react';
import { useDeferUntilRelease } from './use-defer-until-release';

/** True when a control holds text it can't parse, such as a date without a year. Its value is then blank, which may be a valid value. */
export function isBadInput(control: EventTarget | null): control is HTMLInputElement {
  return control instanceof HTMLInputElement && control.willValidate && control.validity.badInput;
}

/** Focuses the first control with bad input. Returns false if there is none. The control's Field shows the message. */
export function reportBadInput(root: Pick<ParentNode, 'querySelectorAll'>): boolean {
  const control = [...root.querySelectorAll('input')].find(isBadInput);
  control?.reportValidity();
  control?.focus();
  return control !== undefined;
}

/** Flags bad input on blur and blocks submission of its form, because a form's own validation can't see the unparsed text. */
export function useBadInputGuard(): void {
  const deferUntilRelease = useDeferUntilRelease();
  useEffect(() => {
    const handleFocusOut = ({ target }: FocusEvent) => {
      if (isBadInput(target)) deferUntilRelease(() => target.checkValidity());
    };
    const handleSubmit = (event: SubmitEvent) => {
      // Conform submits a form this way to validate a single field.
      if (event.submitter instanceof HTMLButtonElement && event.submitter.formNoValidate) return;
      if (!reportBadInput(event.target as HTMLFormElement)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('focusout', handleFocusOut);
    // A window listener runs before React's, which are on the document.
    window.addEventListener('submit', handleSubmit, true);
    return () => {
      document.removeEventListener('focusout', handleFocusOut);
      window.removeEventListener('submit', handleSubmit, true);
    };
  }, [deferUntilRelease]);
}
