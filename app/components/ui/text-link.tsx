import type { LinkProps, NavigateFunction } from '@remix-run/react';
import type { MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names';
import { Link } from './link';

const textLinkClass =
  'inline-flex min-h-6 min-w-6 max-w-full items-center rounded text-accent hover:underline print:min-h-0 print:text-ink';

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
      className={classNames(textLinkClass, className)}
      {...props}
    >
      <CutOff>{children}</CutOff>
      {opensTab && <span className="sr-only"> (opens a new tab)</span>}
    </Link>
  );
}

/**
 * A TextLink in each row of a long table: a plain element, because Remix's keeps a dozen hooks for each link. `cellLinkProps` of the
 * table's frame takes it to the router.
 */
export function CellLink({
  to,
  className,
  children,
}: {
  to: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <a href={to} data-cell-link className={classNames(textLinkClass, className)}>
      <CutOff>{children}</CutOff>
    </a>
  );
}

/** A name that is longer than a cell on one line ends in an ellipsis, and wraps anywhere else. */
function CutOff({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children;
  return <span className="min-w-0 overflow-hidden text-ellipsis">{children}</span>;
}

/** What a table's frame needs to follow its CellLinks through the router, unless the person wants a new tab or window. */
export function cellLinkProps(navigate: NavigateFunction) {
  return {
    onClick: (event: MouseEvent<HTMLElement>) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-cell-link]');
      const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
      if (!link || event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      event.preventDefault();
      navigate(link.pathname + link.search);
    },
  };
}
