import { type ComponentProps, forwardRef, type ReactNode } from 'react';
import { classNames } from './class-names';
import { Spinner } from './spinner';
import { useDisabledReason } from './use-disabled-reason';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

export type ButtonSize = keyof typeof SIZE;

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  /** Small ones are in rows of tables, or beside what they belong to. A size is not a class: one of two would win by chance. */
  size?: ButtonSize;
  icon?: ReactNode;
  /** Work begun by this button is under way: it shows a spinner and takes no further click. */
  pending?: boolean;
  /** Why it cannot be used now. It stays reachable, so that the reason can be read. */
  disabledReason?: string | null;
};

const SIZE = {
  sm: 'min-h-tap-sm px-2 text-xs',
  md: 'min-h-tap px-3 text-sm',
  lg: 'min-h-11 px-5 text-base',
};

const LOOK: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-primary text-on-primary shadow-sm not-aria-disabled:not-disabled:hover:bg-primary-hover',
  secondary: 'border-line bg-button text-ink shadow-sm not-aria-disabled:not-disabled:hover:bg-button-hover',
  ghost: 'border-transparent text-ink not-aria-disabled:not-disabled:hover:bg-sunken',
  danger:
    'border-transparent bg-danger-solid text-on-primary shadow-sm not-aria-disabled:not-disabled:hover:bg-danger-solid-hover',
};

/** The look of a button, for links that act as one. */
export function buttonClass(
  variant: ButtonVariant = 'secondary',
  className?: string,
  size: ButtonSize = 'md',
): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border py-1 font-medium whitespace-nowrap',
    SIZE[size],
    // A label that is longer than a phone is wide goes on in a second line.
    'max-sm:max-w-full max-sm:whitespace-normal',
    'select-none disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
    'not-aria-disabled:not-disabled:active:brightness-90',
    // Nothing is pressed on paper.
    'print:hidden',
    LOOK[variant],
    className,
  );
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant = 'secondary', size, icon, pending = false, disabledReason, className, children, ...props },
  ref,
) {
  const blocked = useDisabledReason(disabledReason, pending, props);
  return (
    <>
      <button
        type="button"
        ref={ref}
        className={buttonClass(variant, className, size)}
        {...props}
        {...blocked.props}
      >
        {pending ? <Spinner /> : icon}
        {children}
      </button>
      {blocked.description}
    </>
  );
});
