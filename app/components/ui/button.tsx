import { type ComponentProps, forwardRef, type ReactNode } from 'react';
import { classNames } from './class-names';
import { Spinner } from './spinner';
import { useDisabledReason } from './use-disabled-reason';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

export type ButtonSize = keyof typeof SIZE_CLASSES;

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  /** `sm` is for table rows and for buttons next to related content. A prop, because two size classes would conflict unpredictably. */
  size?: ButtonSize;
  icon?: ReactNode;
  /** The button's action is in progress: it shows a spinner and ignores clicks. */
  pending?: boolean;
  /** Reason the button is disabled. It stays focusable so users can read the reason. */
  disabledReason?: string | null;
};

const SIZE_CLASSES = {
  sm: 'min-h-tap-sm px-2 text-xs',
  md: 'min-h-tap px-3 text-sm',
  lg: 'min-h-11 px-5 text-base',
};

const VARIANT_CLASSES: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-primary text-on-primary shadow-sm not-aria-disabled:not-disabled:hover:bg-primary-hover',
  secondary: 'border-line bg-button text-ink shadow-sm not-aria-disabled:not-disabled:hover:bg-button-hover',
  ghost: 'border-transparent text-ink not-aria-disabled:not-disabled:hover:bg-sunken',
  danger:
    'border-transparent bg-danger-solid text-on-primary shadow-sm not-aria-disabled:not-disabled:hover:bg-danger-solid-hover',
};

/** Button styles for links that look like buttons. */
export function buttonClass(
  variant: ButtonVariant = 'secondary',
  className?: string,
  size: ButtonSize = 'md',
): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border py-1 font-medium whitespace-nowrap',
    SIZE_CLASSES[size],
    // On phones, labels wider than the screen wrap.
    'max-sm:max-w-full max-sm:whitespace-normal',
    'select-none disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
    'not-aria-disabled:not-disabled:active:brightness-90',
    // Hidden in print.
    'print:hidden',
    VARIANT_CLASSES[variant],
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
