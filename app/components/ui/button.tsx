import { type ComponentProps, forwardRef, type ReactNode } from 'react';
import { classNames } from './class-names';
import { Spinner } from './spinner';
import { useDisabledReason } from './use-disabled-reason';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  icon?: ReactNode;
  /** Work begun by this button is under way: it shows a spinner and takes no further click. */
  pending?: boolean;
  /** Why it cannot be used now. It stays reachable, so that the reason can be read. */
  disabledReason?: string | null;
};

const LOOK: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-primary text-on-primary shadow-sm not-aria-disabled:not-disabled:hover:bg-primary-hover',
  secondary: 'border-line bg-surface text-ink shadow-sm not-aria-disabled:not-disabled:hover:bg-sunken',
  ghost: 'border-transparent text-ink not-aria-disabled:not-disabled:hover:bg-sunken',
  danger:
    'border-transparent bg-danger-solid text-on-primary shadow-sm not-aria-disabled:not-disabled:hover:bg-danger-solid-hover',
};

/** The look of a button, for links that act as one. */
export function buttonClass(variant: ButtonVariant = 'secondary', className?: string): string {
  return classNames(
    'inline-flex min-h-tap shrink-0 items-center justify-center gap-1.5 rounded-md border px-3 py-1 text-sm font-medium whitespace-nowrap',
    // A label that is longer than a phone is wide goes on in a second line.
    'max-sm:max-w-full max-sm:whitespace-normal',
    'select-none disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
    // Nothing is pressed on paper.
    'print:hidden',
    LOOK[variant],
    className,
  );
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant = 'secondary', icon, pending = false, disabledReason, className, children, ...props },
  ref,
) {
  const blocked = useDisabledReason(disabledReason, pending, props);
  return (
    <>
      <button
        type="button"
        ref={ref}
        className={buttonClass(variant, className)}
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
