import { type ComponentProps, forwardRef, type ReactNode } from 'react';
import { classNames } from './class-names';

export type InputProps = Omit<ComponentProps<'input'>, 'prefix'> & {
  /** Unit shown inside the frame before or after the value: `$`, `%`, `years`. */
  prefix?: ReactNode;
  suffix?: string;
};

/** A text, number or date input. With a unit, the value is right-aligned like figures in tables. */
export const Input = forwardRef<HTMLInputElement, InputProps>(function Input(
  { prefix, suffix, className, ...props },
  ref,
) {
  if (!prefix && !suffix) return <input ref={ref} className={classNames('control', className)} {...props} />;
  return (
    <span className="relative flex items-center">
      {prefix && <Unit className="left-2.5">{prefix}</Unit>}
      <input
        ref={ref}
        className={classNames(
          'control figures text-right',
          prefix != null && 'pl-8',
          // Same gap after a one-character unit as after a word.
          suffix && (suffix.length === 1 ? 'pr-7' : 'pr-14'),
          className,
        )}
        {...props}
      />
      {suffix && <Unit className="right-2.5">{suffix}</Unit>}
    </span>
  );
});

function Unit({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span aria-hidden="true" className={classNames('pointer-events-none absolute text-muted', className)}>
      {children}
    </span>
  );
}
