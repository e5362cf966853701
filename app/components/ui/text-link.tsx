import type { LinkProps, NavigateFunction } from '@remix-run/react';
import type { MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names';
import { Link } from './link';

const textLinkClass =
  'inline-flex min-h-6 min-w-6 max-w-full items-center rounded text-accent hover:underline print:min-h-0 print:text-ink';

/** A link within text or a table. Being a real link, it supports Ctrl+click. */
export function TextLink({
  className,
  children,
  opensTab = false,
  ...props
}: LinkProps & {
  /** Always opens a new tab, for when leaving would lose input. */
  opensTab?: boolean;
}) {
  return (
    <Link
      {...(opensTab && { target: '_blank', rel: 'noreferrer' })}
      className={classNames(textLinkClass, className)}
      {...props}
    >
      <Truncated>{children}</Truncated>
      {opensTab && <span className="sr-only"> (opens a new tab)</span>}
    </Link>
  );
}

/**
 * A TextLink for every row of a long table. A plain element, because each Remix Link runs a dozen hooks; `cellLinkProps` on the
 * table's frame routes its clicks.
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
      <Truncated>{children}</Truncated>
    </a>
  );
}

/** Truncates long names in single-line cells; elsewhere they wrap. */
function Truncated({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children;
  return <span className="min-w-0 overflow-hidden text-ellipsis">{children}</span>;
}

/** Props for a table's frame that route CellLink clicks, unless the user wants a new tab or window. */
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
