import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { isBadInput } from '~/hooks/bad-input';
import { useFormat } from '~/hooks/use-format';
import { classNames } from './class-names';

/** Spread onto the control to connect it to its label, help and error. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

type FieldProps = {
  label: ReactNode;
  /** Shown after the label, such as the source of the value. */
  badge?: ReactNode;
  /** Shown below the control unless there is an error. */
  help?: ReactNode;
  errors?: string[] | undefined;
  required?: boolean;
  /** Control id, for when other elements must reference it. */
  id?: string;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** A label and its control, with help or an error message below. */
export function Field({ label, badge, help, errors, required, id: idProp, className, children }: FieldProps) {
  const generatedId = useId();
  const id = idProp ?? generatedId;
  const format = useFormat();
  const [badInput, setBadInput] = useState<HTMLInputElement | null>(null);
  const recheck = () => badInput && !isBadInput(badInput) && setBadInput(null);
  const handleInvalid = (event: FormEvent) => {
    if (!isBadInput(event.target)) return;
    // Shown instead of the browser's own bubble.
    event.preventDefault();
    setBadInput(event.target);
  };
  // The form may have changed the value.
  useEffect(() => void recheck());
  // The server writes dates as YYYY-MM-DD.
  const message = badInput ? badInputText(badInput) : errors?.[0] && format.message(errors[0]);
  const noteId = message || help ? `${id}-note` : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles events of the control inside
    <div
      className={classNames('flex min-w-0 flex-col gap-1', className)}
      onInvalidCapture={handleInvalid}
      onInput={recheck}
      onBlur={recheck}
    >
      <label htmlFor={id} className="font-medium">
        {label}
        {required && (
          <span aria-hidden="true" className="text-danger">
            {' *'}
          </span>
        )}
        {badge && <span className="ml-1.5">{badge}</span>}
      </label>
      {children({
        id,
        'aria-describedby': noteId,
        'aria-invalid': message ? true : undefined,
        'aria-required': required || undefined,
      })}
      {noteId && (
        <p id={noteId} className={classNames('text-xs', message ? 'text-danger' : 'text-muted')}>
          {message ?? help}
        </p>
      )}
    </div>
  );
}

function badInputText({ type }: HTMLInputElement): string {
  return type === 'number' ? 'Enter a number' : 'Enter a complete, valid date';
}
