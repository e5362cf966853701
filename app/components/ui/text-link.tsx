import { Link, type LinkProps } from '@remix-run/react';
import { classNames } from './class-names';

/** A link within text or a table: Ctrl and click open it in a new tab. */
export function TextLink({ className, ...props }: LinkProps) {
  return (
    <Link
      className={classNames(
        'inline-flex min-h-6 max-w-full items-center rounded text-accent hover:underline print:text-ink',
        className,
      )}
      {...props}
    />
  );
}
