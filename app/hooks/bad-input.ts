import { useEffect } from 'react';
import { useAfterPress } from './use-after-press';

/** Whether a control has text that it can't read, such as a date without its year: its value is blank, and blank may mean something. */
export function isBadInput(control: EventTarget | null): control is HTMLInputElement {
  return control instanceof HTMLInputElement && control.willValidate && control.validity.badInput;
}

/** Takes the person to the first such control, if there is one. Its Field says what is wrong when the browser tells it. */
export function reportBadInput(root: Pick<ParentNode, 'querySelectorAll'>): boolean {
  const control = [...root.querySelectorAll('input')].find(isBadInput);
  control?.reportValidity();
  control?.focus();
  return control !== undefined;
}

/** Points such controls out as they are left, and keeps their forms from being submitted: no form's own rules can see them. */
export function useBadInputGuard(): void {
  const afterPress = useAfterPress();
  useEffect(() => {
    const leave = ({ target }: FocusEvent) => {
      if (isBadInput(target)) afterPress(() => target.checkValidity());
    };
    const submit = (event: SubmitEvent) => {
      // Conform submits its forms in this way when only a field is to be checked.
      if (event.submitter instanceof HTMLButtonElement && event.submitter.formNoValidate) return;
      if (!reportBadInput(event.target as HTMLFormElement)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('focusout', leave);
    // The window comes before React, which listens at the document.
    window.addEventListener('submit', submit, true);
    return () => {
      document.removeEventListener('focusout', leave);
      window.removeEventListener('submit', submit, true);
    };
  }, [afterPress]);
}
