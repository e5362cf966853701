import { type ComponentProps, forwardRef, type ReactNode } from 'react';
import { classNames } from './class-names';
import { Spinner } from './spinner';
import { tooltipProps } from './tooltip';
import { useDisabledReason } from './use-disabled-reason';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** Accessible name; also the tooltip. */
  label: string;
  /** Shorter tooltip, for when the name repeats adjacent text. */
  hint?: string;
  icon: ReactNode;
  tone?: 'neutral' | 'danger';
  pending?: boolean;
  disabledReason?: string | null;
};

/** An icon-only button with an accessible name and a tooltip. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { label, hint, icon, tone = 'neutral', pending = false, disabledReason, className, ...props },
  ref,
) {
  const blocked = useDisabledReason(disabledReason, pending, props);
  return (
    <>
      <button
        type="button"
        ref={ref}
        aria-label={label}
        className={classNames(
          'inline-grid size-tap-sm shrink-0 place-items-center rounded-md text-muted [&_svg]:size-4',
          'not-aria-disabled:not-disabled:hover:bg-sunken not-aria-disabled:not-disabled:active:brightness-90 disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-not-allowed aria-disabled:opacity-45',
          tone === 'danger'
            ? 'not-aria-disabled:not-disabled:hover:text-danger'
            : 'not-aria-disabled:not-disabled:hover:text-ink',
          className,
        )}
        {...tooltipProps(hint ?? label)}
        {...props}
        {...blocked.props}
      >
        {pending ? <Spinner /> : icon}
      </button>
      {blocked.description}
    </>
  );
});
