import { type RefObject, useEffect, useState } from 'react';
import { useFormat } from '~/hooks/use-format';
import { Button } from './button';
import { onDemand } from './on-demand';
import type { TableView } from './use-table-view';
import type { Column } from './virtual-table';

const TableOptions = onDemand(() => import('./table-options'));

type TableStatusProps = {
  frame: RefObject<HTMLElement>;
  /** Number of all rows, or of the loaded rows if not all were counted; then there are more. */
  total: number;
  isCounted: boolean;
  more: 'loading' | 'failed' | null;
  onRetry: () => void;
  /** Null when the user can't choose columns. */
  columns: readonly Pick<Column<unknown>, 'id' | 'header' | 'name' | 'width' | 'isRowHeader'>[] | null;
  view: TableView;
  onChange: (view: TableView) => void;
};

/** Status line below a long table: the visible rows, loading state of the next rows, and the Columns button. */
export default function TableStatus({
  frame,
  total,
  isCounted,
  more,
  onRetry,
  columns,
  view,
  onChange,
}: TableStatusProps) {
  const format = useFormat();
  const { from, to } = useRange(frame, total, view);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex min-h-tap-sm flex-wrap items-center justify-between gap-x-4 px-1 text-xs text-muted">
      <span className="flex items-center gap-3 tabular-nums">
        {total > 0 &&
          to > 0 &&
          `${format.integer(from)}–${format.integer(to)} of ${isCounted ? '' : 'more than '}${format.integer(total)}`}
        {more && (
          <span role="status">{more === 'loading' ? 'Loading more rows…' : 'Couldn’t load more rows.'}</span>
        )}
        {more === 'failed' && (
          <Button size="sm" onClick={onRetry}>
            Try Again
          </Button>
        )}
      </span>
      {columns && (
        <Button
          variant="ghost"
          aria-haspopup="dialog"
          size="sm"
          className="max-sm:hidden"
          onPointerEnter={TableOptions.preload}
          onFocus={TableOptions.preload}
          onClick={() => setOpen(true)}
        >
          Columns
        </Button>
      )}
      {isOpen && columns && (
        <TableOptions
          columns={columns.map(({ id, header, name, width, isRowHeader }) => ({
            id,
            name: name ?? String(header),
            width,
            isFixed: isRowHeader ?? false,
          }))}
          view={view}
          onChange={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** First and last fully visible rows. */
function useRange(frame: RefObject<HTMLElement>, total: number, view: TableView) {
  const [range, setRange] = useState({ from: 1, to: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change in row height changes which rows are visible
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measureHeight = (part: string) => element.querySelector(part)?.getBoundingClientRect().height ?? 0;
    const measure = () => {
      const row = measureHeight('tbody [aria-rowindex]');
      if (row === 0) return;
      const bodyHeight = element.clientHeight - measureHeight('thead') - measureHeight('tfoot');
      const from = Math.min(Math.ceil(element.scrollTop / row - 0.1), Math.max(0, total - 1)) + 1;
      const to = Math.min(total, Math.max(from, Math.floor((element.scrollTop + bodyHeight) / row + 0.1)));
      setRange((previous) => (previous.from === from && previous.to === to ? previous : { from, to }));
    };
    const resizeObserver = new ResizeObserver(measure);
    resizeObserver.observe(element);
    const table = element.querySelector('table');
    if (table) resizeObserver.observe(table);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      resizeObserver.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [frame, total, view]);
  return range;
}
