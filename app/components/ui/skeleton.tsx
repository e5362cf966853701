import { classNames } from './class-names';

/** A placeholder where something will be, in its size, so that nothing jumps when it comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('block animate-pulse rounded bg-sunken', className)} />
  );
}
