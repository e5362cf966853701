import { classNames } from './class-names';

/** A progress bar; indeterminate when there is no value. */
export function Progress({ label, value, max = 100 }: { label: string; value?: number; max?: number }) {
  const fraction = value === undefined ? null : Math.min(1, Math.max(0, value / max));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-1.5 w-full overflow-hidden rounded-full bg-sunken forced-colors:border"
    >
      <div
        className={classNames(
          'h-full rounded-full bg-primary transition-[width] forced-colors:bg-[Highlight]',
          fraction === null && 'animate-sweep',
        )}
        style={{ width: `${(fraction ?? 0.3) * 100}%` }}
      />
    </div>
  );
}
