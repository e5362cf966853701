import type { LinkProps } from '@remix-run/react';
import { classNames } from './class-names';
import { Link } from './link';

/** A link within text or a table: Ctrl and click open it in a new tab. */
export function TextLink({
  className,
  children,
  opensTab = false,
  ...props
}: LinkProps & {
  /** Opens a new tab at any click: where leaving would lose what was typed. */
  opensTab?: boolean;
}) {
  return (
    <Link
      {...(opensTab && { target: '_blank', rel: 'noreferrer' })}
      className={classNames(
        'inline-flex min-h-6 max-w-full items-center rounded text-accent hover:underline print:text-ink',
        className,
      )}
      {...props}
    >
      {children}
      {opensTab && <span className="sr-only"> (opens a new tab)</span>}
    </Link>
  );
}
