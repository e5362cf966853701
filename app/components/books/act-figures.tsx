import type { ReactNode } from 'react';
import { classNames } from '~/components/ui/class-names';

/**
 * A few figures that summarize an act, above its postings or rows. Three figures have longer names, so on phones each gets its
 * own line. Six make two rows of three.
 */
export function ActFigures({ figures }: { figures: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl
      className={classNames(
        'grid gap-x-4 gap-y-2 rounded-md bg-sunken px-3 py-2',
        figures.length === 3 ? 'grid-cols-1' : 'grid-cols-2',
        figures.length % 3 === 0 ? 'sm:grid-cols-3' : 'sm:grid-cols-4',
      )}
    >
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="figures font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
