import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { Paper } from './paper';
import { alignClass, hung } from './table';

export type LedgerColumn<Row> = {
  id: string;
  /** With its unit. */
  header: string;
  /** Figures are aligned to the end. */
  align?: 'start' | 'end';
  /** Names may take more than one line where the paper is narrow; nothing else does. */
  wraps?: boolean;
  cell: (row: Row) => string;
  /** Below the last row. */
  total?: string;
};

type LedgerTableProps<Row> = {
  title: string;
  columns: readonly LedgerColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Rows that sum up others. */
  isStrong?: (row: Row) => boolean;
  /** Shown when there are no rows. */
  empty: string;
};

type LedgerPaperProps = {
  title: string;
  /** Whose it is, what period it covers, what it leaves out. */
  facts: readonly string[];
  /** Off where the browser's own print is under way already. */
  opensDialog?: boolean;
  /** What the browser names a PDF after. */
  fileName: string;
  /** The person has printed it, or does not want to. */
  onPrinted: () => void;
};

type PrintedLedgerProps<Row> = LedgerTableProps<Row> &
  LedgerPaperProps & {
    /** A table that comes before, such as the rows' totals by account. */
    summary?: ReactNode;
  };

/**
 * A table made for paper: all of its rows, its heading on each page, its totals once at the end. It prints itself; see `Paper`.
 * Load it when it is wanted.
 */
export function PrintedLedger<Row>(props: PrintedLedgerProps<Row>) {
  return (
    <LedgerPaper {...props} isWide={isWide(props.columns)}>
      {props.summary}
      <LedgerTable {...props} />
    </LedgerPaper>
  );
}

/** A paper that says at its top what it is, and at the foot of each page whose it is and what it covers. */
export function LedgerPaper({
  title,
  facts,
  isWide = false,
  fileName,
  opensDialog,
  onPrinted,
  children,
}: LedgerPaperProps & { isWide?: boolean; children: ReactNode }) {
  return (
    <Paper
      title={title}
      foot={footOf(title, facts)}
      isWide={isWide}
      opensDialog={opensDialog}
      fileName={fileName}
      onPrinted={onPrinted}
    >
      <h1 className="text-[14pt] leading-[1.3] font-semibold">{title}</h1>
      {facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      {children}
    </Paper>
  );
}

/** The company and what the report covers are the first two facts. */
function footOf(title: string, [company = '', covers = '']: readonly string[]): string {
  return [company, title, covers].filter((part) => part !== '').join(' · ');
}

/** Many columns are set closer. */
const MANY_COLUMNS = 8;
const FEW_COLUMNS = 3;
const isWide = ({ length }: readonly unknown[]) => length > MANY_COLUMNS;

/** The table alone, on a paper that may have others. */
export function LedgerTable<Row>({ title, columns, rows, rowKey, isStrong, empty }: LedgerTableProps<Row>) {
  const parts = partsOf(rows);
  return parts.map((part, index) => (
    <table
      key={part[0] ? rowKey(part[0]) : ''}
      aria-label={title}
      className={classNames(
        // A text keeps its distance from the figures before it, which end where it begins.
        'border-collapse [&_.text-right+.text-left]:pl-4',
        // A statement's amounts stay beside their lines.
        columns.length > FEW_COLUMNS ? 'w-full' : 'w-3/5',
        index === 0 ? 'mt-3' : 'break-before-page',
      )}
    >
      <Head columns={columns} />
      <tbody>
        {part.map((row) => (
          <BodyRow key={rowKey(row)} row={row} columns={columns} isStrong={isStrong?.(row)} />
        ))}
        {part.length === 0 && (
          <tr>
            <td colSpan={columns.length} className={paddingOf(columns)}>
              {empty}
            </td>
          </tr>
        )}
      </tbody>
      {index === parts.length - 1 && rows.length > 0 && <Totals columns={columns} />}
    </table>
  ));
}

/** The time that a browser takes to lay a table out on paper grows with the square of its rows: a long one is cut. */
const ROWS_PER_TABLE = 1000;

/** At least one part, though there be no rows. */
function partsOf<Row>(rows: readonly Row[]): (readonly Row[])[] {
  const count = Math.max(1, Math.ceil(rows.length / ROWS_PER_TABLE));
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * ROWS_PER_TABLE, (index + 1) * ROWS_PER_TABLE),
  );
}

type Columns<Row> = { columns: readonly LedgerColumn<Row>[] };

const paddingOf = (columns: readonly unknown[]) => (isWide(columns) ? 'px-1 py-0.5' : 'px-1.5 py-0.5');

/** A code or a short name stays whole: in two lines, each row would take two. */
const SHORT_NAME = 16;

function cellClass<Row>({ align, wraps }: LedgerColumn<Row>, text: string): string {
  return classNames(alignClass(align), !(wraps && text.length > SHORT_NAME) && 'whitespace-nowrap');
}

function Head<Row>({ columns }: Columns<Row>) {
  return (
    <thead>
      <tr className="border-y border-ink">
        {columns.map(({ id, header, align }) => (
          <th
            key={id}
            scope="col"
            className={classNames(
              'align-bottom font-semibold',
              paddingOf(columns),
              align === 'end' ? 'text-right' : 'text-left',
            )}
          >
            {header}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function BodyRow<Row>({ row, columns, isStrong }: Columns<Row> & { row: Row; isStrong?: boolean }) {
  return (
    <tr className={classNames('border-b border-line', isStrong && 'break-before-avoid font-semibold')}>
      {columns.map((column) => {
        const text = column.cell(row);
        return (
          <td
            key={column.id}
            className={classNames('align-top', paddingOf(columns), cellClass(column, text))}
          >
            {column.align === 'end' ? hung(text) : text}
          </td>
        );
      })}
    </tr>
  );
}

function Totals<Row>({ columns }: Columns<Row>) {
  if (!columns.some(({ total }) => total !== undefined)) return null;
  return (
    // It never begins a page: a total without a row above is of nothing.
    <tfoot className="break-before-avoid">
      <tr className="border-t border-b-3 border-double border-ink font-semibold">
        {columns.map((column) => (
          <td
            key={column.id}
            className={classNames(paddingOf(columns), cellClass(column, column.total ?? ''))}
          >
            {column.align === 'end' ? hung(column.total) : column.total}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
