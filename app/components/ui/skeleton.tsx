import { classNames } from './class-names';

/** A loading placeholder the size of the content, to prevent layout shift. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('block animate-pulse rounded bg-sunken', className)} />
  );
}
