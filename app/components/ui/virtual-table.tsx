import { memo, type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button';
import { classNames } from './class-names';
import { SortButton, type SortState } from './sort-button';
import { alignClass, cellClass, footCellClass, headCellClass, TableFrame, tableClass } from './table';
import { useRowWindow } from './use-row-window';

export type Column<Row> = {
  /** Also the name that `sort` knows it by. */
  id: string;
  header: ReactNode;
  /** In rem. Spare width is shared out in proportion; on a narrow screen the table scrolls. */
  width: number;
  align?: 'start' | 'end';
  sortable?: boolean;
  /** For a heading whose parts have sort buttons of their own: the names that `sort` knows them by. */
  sortParts?: readonly string[];
  /** Names the row for screen readers; one column has it. */
  isRowHeader?: boolean;
  cell: (row: Row) => ReactNode;
  /** For the totals at the bottom. */
  footer?: ReactNode;
};

type VirtualTableProps<Row> = {
  /** Names the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** How many rows there are in all, when not all are here yet. */
  rowCount?: number;
  sort?: SortState;
  onSort?: (columnId: string) => void;
  /** Asked for more rows, when the end of what is here comes near. */
  onEndReached?: () => void;
  /** How the request for more rows fares. After a failure it is only made again by the person. */
  more?: 'loading' | 'failed' | null;
  /** In place of rows when there are none. */
  empty?: ReactNode;
  /** What is shown is being replaced: it fades. */
  isStale?: boolean;
  /** When it changes, what is shown is another list, and scrolling begins at its top. */
  listKey?: string;
  className?: string;
};

/** More rows are asked for when so few of those at hand are left below. */
const ROWS_AHEAD = 40;

/** A table of any length: only the rows in view are in the page, between two spacers that stand for the others. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, rows, rowKey, onEndReached, more = null, listKey } = props;
  const frame = useRef<HTMLElement>(null);
  const { start, end, before, after } = useRowWindow(frame, rows.length);
  const minWidth = columns.reduce((sum, column) => sum + column.width, 0);

  const isNearEnd = end >= rows.length - ROWS_AHEAD;
  useEffect(() => {
    if (isNearEnd && rows.length > 0 && more === null) onEndReached?.();
  }, [isNearEnd, rows.length, more, onEndReached]);

  const shownList = useRef(listKey);
  useEffect(() => {
    if (shownList.current === listKey) return;
    shownList.current = listKey;
    frame.current?.scrollTo({ top: 0 });
  }, [listKey]);

  return (
    <TableFrame
      label={label}
      ref={frame}
      className={classNames('table-viewport', props.isStale && 'opacity-60', props.className)}
      aria-busy={props.isStale || more === 'loading'}
    >
      <table
        className={classNames(tableClass, 'w-full table-fixed')}
        style={{ minWidth: `${minWidth}rem` }}
        aria-label={label}
        aria-rowcount={(props.rowCount ?? rows.length) + 1}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={{ width: `${column.width}rem` }} />
          ))}
        </colgroup>
        <Head {...props} />
        <tbody>
          <Spacer height={before} span={columns.length} />
          {rows.slice(start, end).map((row, offset) => (
            <BodyRow key={rowKey(row)} row={row} index={start + offset} columns={columns} />
          ))}
          <Spacer height={after} span={columns.length} />
        </tbody>
        <Foot columns={columns} />
      </table>
      {rows.length === 0 && <div className="sticky left-0">{props.empty}</div>}
      <More state={more} onRetry={onEndReached} />
    </TableFrame>
  );
}

function Head<Row>({ columns, sort, onSort }: VirtualTableProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => {
          const { id, sortable, sortParts = sortable ? [id] : [] } = column;
          const direction = sort && sortParts.includes(sort.id) ? sort.direction : null;
          return (
            <th
              key={id}
              scope="col"
              aria-sort={sortParts.length > 0 ? (direction ?? 'none') : undefined}
              className={classNames(headCellClass, alignClass(column.align))}
            >
              {sortable && onSort ? (
                <SortButton direction={direction} align={column.align} onClick={() => onSort(id)}>
                  {column.header}
                </SortButton>
              ) : (
                column.header
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type BodyRowProps<Row> = { row: Row; index: number; columns: readonly Column<Row>[] };

/** While the table scrolls, most rows stay as they are. */
const BodyRow = memo(function BodyRow<Row>({ row, index, columns }: BodyRowProps<Row>) {
  return (
    // Row 1 is the header.
    <tr aria-rowindex={index + 2} className="hover:bg-sunken/60">
      {columns.map((column) => {
        const className = classNames(
          cellClass,
          'overflow-hidden border-b border-line text-ellipsis whitespace-nowrap',
          alignClass(column.align),
        );
        return column.isRowHeader ? (
          <th key={column.id} scope="row" className={classNames(className, 'font-medium')}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} className={className}>
            {column.cell(row)}
          </td>
        );
      })}
    </tr>
  );
}) as <Row>(props: BodyRowProps<Row>) => ReactNode;

function Foot<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  if (!columns.some((column) => column.footer !== undefined)) return null;
  return (
    <tfoot>
      <tr>
        {columns.map((column) => (
          <td key={column.id} className={classNames(footCellClass, alignClass(column.align))}>
            {column.footer}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

function More({ state, onRetry }: { state: 'loading' | 'failed' | null; onRetry?: () => void }) {
  if (state === null) return null;
  return (
    <div role="status" className="sticky left-0 flex items-center gap-3 px-3 py-2 text-muted">
      {state === 'loading' ? 'Loading more rows…' : 'More rows could not be loaded.'}
      {state === 'failed' && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** Holds the height of rows that are not drawn. */
function Spacer({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table row takes no focus
    <tr aria-hidden="true">
      <td colSpan={span} className="p-0" style={{ height }} />
    </tr>
  );
}
