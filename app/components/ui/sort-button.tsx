import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { ReactNode } from 'react';
import { classNames } from './class-names';

export type SortState = { id: string; direction: 'ascending' | 'descending' };

/** Heading of a sortable column. The surrounding cell sets aria-sort; the arrow shows the direction. */
export function SortButton({
  direction,
  align = 'start',
  onClick,
  children,
}: {
  direction: SortState['direction'] | null;
  align?: 'start' | 'end';
  onClick: () => void;
  children: ReactNode;
}) {
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={onClick}
      className={classNames(
        'group -mx-1 inline-flex min-h-6 max-w-[calc(100%+0.5rem)] items-center gap-1 rounded px-1 hover:text-ink focus-visible:outline-offset-0',
        align === 'end' && 'flex-row-reverse',
        direction && 'text-ink',
        // Browsers repeat table headings on each printed page, but not the buttons inside them.
        'print:contents',
      )}
    >
      {children}
      <Arrow
        aria-hidden="true"
        className={classNames(
          'size-3 shrink-0 print:inline',
          !direction && 'opacity-0 group-hover:opacity-60 print:hidden',
        )}
      />
    </button>
  );
}

/** The sort after clicking a heading: ascending first, then toggling. */
export function nextSort(sort: SortState, columnId: string): SortState {
  const isReversed = sort.id === columnId && sort.direction === 'ascending';
  return { id: columnId, direction: isReversed ? 'descending' : 'ascending' };
}
