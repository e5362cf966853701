import { type CSSProperties, memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useFormat } from '~/hooks/use-format';
import { useHasInteracted } from '~/hooks/use-has-interacted';
import { useMedia } from '~/hooks/use-media';
import { useRootData } from '~/hooks/use-root-data';
import { classNames } from './class-names';
import { followLetterSpacing, scaleForSpacing } from './letter-spacing';
import { optionalPart } from './on-demand';
import { SortButton, type SortState } from './sort-button';
import {
  alignClass,
  cellClass,
  footCellClass,
  hangParenthesis,
  headCellClass,
  TableFrame,
  tableClass,
} from './table';
import { useRowWindow } from './use-row-window';
import { countRowsToRestore, useScrollRestoration } from './use-scroll-restoration';
import { type TableView, useTableView } from './use-table-view';

/** Below the table, so the first page doesn't need it. */
const TableStatus = optionalPart(() => import('./table-status'));

export type Column<Row> = {
  /** Also the column's name in `sort`. */
  id: string;
  header: ReactNode;
  /** In rem. Extra width is distributed in proportion; on narrow screens the table scrolls. */
  width: number;
  /** Width on touch screens, when targets need more room. */
  touchWidth?: number;
  align?: 'start' | 'end';
  /** Aligns digits in columns, as `align: 'end'` also does. */
  isFigures?: boolean;
  sortable?: boolean;
  /** Names in `sort` of a heading's own sort buttons, when it contains several. */
  sortParts?: readonly string[];
  /** Row header for screen readers; exactly one column has it. Stays visible when the table scrolls sideways. */
  isRowHeader?: boolean;
  /** Stays visible at the opposite edge. */
  isPinned?: boolean;
  /** Name in the Columns dialog, when the heading isn't plain text. */
  name?: string;
  /** Shown before the heading's sort button. */
  lead?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Total at the bottom of the column. */
  footer?: ReactNode;
};

export type VirtualTableProps<Row> = {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Total number of rows, if known, when not all are loaded. */
  rowCount?: number;
  sort?: SortState;
  onSort?: (columnId: string) => void;
  /** Called near the end of the loaded rows, with the number of rows needed so far. Omit when all are loaded. */
  onEndReached?: (upTo: number) => void;
  /** State of the request for more rows. After a failure, only the user retries it. */
  more?: 'loading' | 'failed' | null;
  /** Shown when there are no rows. */
  empty?: ReactNode;
  /** The rows are being replaced, so they fade. */
  isStale?: boolean;
  /** Key under which this browser saves the user's columns, widths and density. */
  viewName?: string;
  /**
   * A row's two-line phone layout, and its heading. It has no totals. `upTo: 'xl'` also uses it on tablets and small laptops, for
   * a table with one column that needs the width.
   */
  phone?: { header: ReactNode; row: (row: Row) => ReactNode; upTo?: 'xl' };
  /** Makes rows findable with the browser's search: lists of up to 1,000 render in full, at low priority. */
  isFindable?: boolean;
  /** When this changes, the table shows a different list and scrolls to the top. */
  listKey?: string;
  className?: string;
};

/** Breakpoints for the phone layout. Screen only, because paper is wide enough for columns. */
const PHONE = {
  sm: {
    media: 'screen and (width < 40rem)',
    phoneClass: 'sm:hidden',
    columnClass: 'max-sm:hidden',
    tableClass: 'sm:min-w-(--table-width)',
  },
  xl: {
    media: 'screen and (width < 80rem)',
    phoneClass: 'xl:hidden',
    columnClass: 'max-xl:hidden',
    tableClass: 'xl:min-w-(--table-width)',
  },
};
const MAX_FINDABLE_ROWS = 1_000;
/** Requests more rows when at most this many loaded rows remain below. */
const LOAD_AHEAD_ROWS = 40;

/** A table of any length. Only the visible rows are in the DOM, between two spacers that replace the rest. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, rows, rowKey, onEndReached, more = null, listKey, phone } = props;
  const frame = useRef<HTMLElement>(null);
  const upTo = phone?.upTo ?? 'sm';
  const { isMobile } = useRootData();
  // A user agent that isn't a phone's doesn't say whether the screen is as wide as a laptop's.
  const isPhone = useMedia(phone ? PHONE[upTo].media : null, upTo === 'sm' ? isMobile : isMobile || null);
  const layout = useMemo(() => getLayout(phone, isPhone), [phone, isPhone]);
  const hasInteracted = useHasInteracted();
  const { view, change } = useTableView(props.viewName);
  const columns = (layout.hasColumns ? props.columns : [])
    .filter(({ id }) => !view.hidden.includes(id))
    .map((column) => (view.widths[column.id] ? { ...column, width: view.widths[column.id]! } : column));
  const scrollPosition = useScrollRestoration(frame, label);
  // The scrollbar covers all rows, including those not loaded.
  const total = onEndReached
    ? Math.max(rows.length, props.rowCount ?? countRowsToRestore(scrollPosition))
    : rows.length;
  const { start, end, before, after, rowHeight } = useRowWindow(frame, {
    count: total,
    loaded: rows.length,
    isCompact: view.isCompact,
    includesAllRows: props.isFindable === true && total <= MAX_FINDABLE_ROWS,
    scrollPosition,
  });
  const isCounted = props.rowCount !== undefined || !onEndReached;
  useEffect(followLetterSpacing, []);
  const minWidth = columns.reduce((sum, column) => sum + column.width, 0);

  const isNearEnd = end >= rows.length - LOAD_AHEAD_ROWS;
  useEffect(() => {
    if (isNearEnd && rows.length > 0 && more === null) onEndReached?.(end);
  }, [isNearEnd, end, rows.length, more, onEndReached]);

  const lastListKey = useRef(listKey);
  useEffect(() => {
    if (lastListKey.current === listKey) return;
    lastListKey.current = listKey;
    frame.current?.scrollTo({ top: 0 });
  }, [listKey]);

  return (
    <div className="min-w-0">
      <TableFrame
        label={label}
        ref={frame}
        className={classNames('table-viewport', props.isStale && 'opacity-60', props.className)}
        aria-busy={props.isStale || more === 'loading'}
        data-density={view.isCompact ? 'compact' : undefined}
      >
        <table
          className={classNames(
            tableClass,
            // In print, nothing is truncated and nothing scrolls, so column widths follow the text.
            'w-full table-fixed print:table-auto',
            layout.phone ? PHONE[upTo].tableClass : 'min-w-(--table-width)',
          )}
          style={{ '--table-width': scaleForSpacing(minWidth) } as CSSProperties}
          aria-label={label}
          aria-rowcount={isCounted ? (props.rowCount ?? rows.length) + 1 : -1}
        >
          <colgroup>
            {layout.phone && <col className={layout.phoneClass} />}
            {columns.map((column) => (
              <col
                key={column.id}
                className={classNames(
                  'print:w-auto!',
                  layout.columnClass,
                  column.isPinned && 'print:hidden',
                  column.touchWidth !== undefined && 'pointer-coarse:w-(--touch-width)!',
                )}
                style={
                  {
                    width: scaleForSpacing(column.width),
                    ...(column.touchWidth !== undefined && {
                      '--touch-width': scaleForSpacing(column.touchWidth),
                    }),
                  } as CSSProperties
                }
              />
            ))}
          </colgroup>
          <Head {...props} columns={columns} layout={layout} />
          <tbody>
            <Spacer height={before} />
            {rows.slice(start, end).map((row, offset) => (
              <BodyRow
                key={rowKey(row)}
                row={row}
                index={start + offset}
                columns={props.columns}
                view={view}
                layout={layout}
              />
            ))}
            <Spacer
              height={after + Math.max(0, end - Math.max(start, rows.length)) * rowHeight}
              isLoading={end > rows.length}
            />
          </tbody>
          <Foot columns={columns} layout={layout} />
        </table>
        {rows.length === 0 && <div className="sticky left-0">{props.empty}</div>}
      </TableFrame>
      {(end - start < total || !isCounted) && (
        <PrintedRange from={start} to={Math.min(end, rows.length)} total={total} isCounted={isCounted} />
      )}
      {(props.viewName || onEndReached || more) && (
        <div className="min-h-tap-sm print:hidden">
          {hasInteracted && (
            <TableStatus
              frame={frame}
              total={props.rowCount ?? rows.length}
              isCounted={isCounted}
              more={more}
              onRetry={() => onEndReached?.(end)}
              columns={props.viewName ? props.columns : null}
              view={view}
              onChange={change}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** Parts of a table to render: columns, phone rows, or both while the screen width is unknown; CSS then hides one of them. */
type Layout<Row> = {
  phone: VirtualTableProps<Row>['phone'];
  hasColumns: boolean;
  phoneClass?: string;
  columnClass?: string;
};

function getLayout<Row>(phone: VirtualTableProps<Row>['phone'], isPhone: boolean | null): Layout<Row> {
  if (!phone || isPhone === false) return COLUMNS;
  return isPhone ? { phone, hasColumns: false } : { phone, hasColumns: true, ...PHONE[phone.upTo ?? 'sm'] };
}

const COLUMNS = { phone: undefined, hasColumns: true };

function Head<Row>({ columns, sort, onSort, layout }: VirtualTableProps<Row> & { layout: Layout<Row> }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {layout.phone && (
          <th scope="col" className={classNames(headCellClass, layout.phoneClass)}>
            {layout.phone.header}
          </th>
        )}
        {columns.map((column) => {
          const { id, sortable, sortParts = sortable ? [id] : [] } = column;
          const direction = sort && sortParts.includes(sort.id) ? sort.direction : null;
          return (
            <th
              key={id}
              scope="col"
              aria-sort={sortParts.length > 0 ? (direction ?? 'none') : undefined}
              className={classNames(
                headCellClass,
                alignClass(column.align),
                edgeClass(column, 'z-20'),
                layout.columnClass,
              )}
            >
              {column.lead}
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

/** For cells that stay visible when the table scrolls sideways; phones have no room for that. Actions aren't printed. */
function edgeClass<Row>({ isRowHeader, isPinned }: Column<Row>, layer: 'z-1' | 'z-20'): string | false {
  if (!isRowHeader && !isPinned) return false;
  const edge = isRowHeader
    ? 'sm:edge-start sm:sticky sm:left-0 print:static'
    : 'sm:edge-end sm:sticky sm:right-0 print:hidden';
  return layer === 'z-20' ? `${edge} sm:z-20` : `${edge} sm:z-1 bg-surface group-hover:bg-sunken`;
}

type BodyRowProps<Row> = {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  view: TableView;
  layout: Layout<Row>;
};

/** Memoized, because most rows don't change while the table scrolls. */
const BodyRow = memo(function BodyRow<Row>({ row, index, columns, view, layout }: BodyRowProps<Row>) {
  return (
    // Row 1 is the header.
    <tr aria-rowindex={index + 2} className="group hover:bg-sunken">
      {layout.phone && (
        <th
          scope="row"
          className={classNames(cellClass, 'border-b border-line font-normal', layout.phoneClass)}
        >
          {layout.phone.row(row)}
        </th>
      )}
      {columns.map((column) => {
        if (!layout.hasColumns || view.hidden.includes(column.id)) return null;
        const className = classNames(
          cellClass,
          'overflow-hidden border-b border-line text-ellipsis whitespace-nowrap print:overflow-visible',
          column.align !== 'end' && !column.isFigures && 'print:whitespace-normal',
          alignClass(column.align),
          column.isFigures && 'figures',
          edgeClass(column, 'z-1'),
          layout.columnClass,
        );
        return column.isRowHeader ? (
          <th key={column.id} scope="row" className={classNames(className, 'font-medium')}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} className={className}>
            {formatCell(column, column.cell(row))}
          </td>
        );
      })}
    </tr>
  );
}) as <Row>(props: BodyRowProps<Row>) => ReactNode;

function formatCell<Row>({ align }: Column<Row>, content: ReactNode): ReactNode {
  return align === 'end' ? hangParenthesis(content) : content;
}

function Foot<Row>({ columns, layout }: { columns: readonly Column<Row>[]; layout: Layout<Row> }) {
  if (!layout.hasColumns || !columns.some((column) => column.footer !== undefined)) return null;
  return (
    <tfoot className={layout.columnClass}>
      <tr>
        {columns.map((column) => (
          <td
            key={column.id}
            className={classNames(footCellClass, alignClass(column.align), edgeClass(column, 'z-20'))}
          >
            {formatCell(column, column.footer)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** Tells readers of a printout that it doesn't include all rows. */
function PrintedRange({
  from,
  to,
  total,
  isCounted,
}: {
  from: number;
  to: number;
  total: number;
  isCounted: boolean;
}) {
  const format = useFormat();
  const [firstText, lastText, totalText] = [from + 1, to, total].map((count) => format.integer(count));
  return (
    <p className="mt-2 hidden print:block">
      Rows {firstText} to {lastText} of {!isCounted && 'more than '}
      {totalText}, as shown on screen. The page’s download has all rows.
    </p>
  );
}

/** Reserves the height of rows that aren't rendered or loaded. */
function Spacer({ height, isLoading }: { height: number; isLoading?: boolean }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table row isn't focusable
    <tr aria-hidden="true" className={classNames('print:hidden', isLoading && 'rows-to-come')}>
      <td className="p-0" style={{ height }} />
    </tr>
  );
}
