import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { Paper } from './paper';
import { alignClass, hangParenthesis } from './table';

export type LedgerColumn<Row> = {
  id: string;
  /** Heading, including the unit. */
  header: string;
  /** Figures are right-aligned. */
  align?: 'start' | 'end';
  /** Lets long names wrap when the page is narrow. Other cells never wrap. */
  wraps?: boolean;
  cell: (row: Row) => string;
  /** Total below the last row. */
  total?: string;
};

type LedgerTableProps<Row> = {
  title: string;
  columns: readonly LedgerColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** True for subtotal rows. */
  isStrong?: (row: Row) => boolean;
  /** Shown when there are no rows. */
  empty: string;
};

type LedgerPaperProps = {
  title: string;
  /** Company, period covered, and what the report leaves out. */
  facts: readonly string[];
  /** False when the browser is already printing. */
  opensDialog?: boolean;
  /** Default name for a saved PDF. */
  fileName: string;
  /** Called after the user prints or cancels. */
  onPrinted: () => void;
};

type PrintedLedgerProps<Row> = LedgerTableProps<Row> &
  LedgerPaperProps & {
    /** A table printed first, such as totals by account. */
    summary?: ReactNode;
  };

/**
 * A table for print: all rows, the heading on every page, and totals once at the end. It opens the print dialog itself; see
 * `Paper`. Load it on demand.
 */
export function PrintedLedger<Row>(props: PrintedLedgerProps<Row>) {
  return (
    <LedgerPaper {...props} isWide={isWide(props.columns)}>
      {props.summary}
      <LedgerTable {...props} />
    </LedgerPaper>
  );
}

/** A printed document with its title and facts at the top, and the company, title and period in the footer of every page. */
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
      footer={formatFooter(title, facts)}
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

/** The first two facts are the company and the period covered. */
function formatFooter(title: string, [company = '', period = '']: readonly string[]): string {
  return [company, title, period].filter((part) => part !== '').join(' · ');
}

/** Tables with more columns than this use tighter spacing. */
const MANY_COLUMNS = 8;
const FEW_COLUMNS = 3;
const isWide = ({ length }: readonly unknown[]) => length > MANY_COLUMNS;

/** The table alone, for a document with several. */
export function LedgerTable<Row>({ title, columns, rows, rowKey, isStrong, empty }: LedgerTableProps<Row>) {
  const parts = splitRows(rows);
  return parts.map((part, index) => (
    <table
      key={part[0] ? rowKey(part[0]) : ''}
      aria-label={title}
      className={classNames(
        // Keep a text column away from the right-aligned figures before it.
        'border-collapse [&_.text-right+.text-left]:pl-4',
        // Keep tables with few columns narrow, so a statement's amounts are close to their lines.
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
            <td colSpan={columns.length} className={getPaddingClass(columns)}>
              {empty}
            </td>
          </tr>
        )}
      </tbody>
      {index === parts.length - 1 && rows.length > 0 && <Totals columns={columns} />}
    </table>
  ));
}

/** Browsers' print layout time grows with the square of a table's rows, so long tables are split. */
const ROWS_PER_TABLE = 1000;

/** Returns at least one part, even without rows. */
function splitRows<Row>(rows: readonly Row[]): (readonly Row[])[] {
  const count = Math.max(1, Math.ceil(rows.length / ROWS_PER_TABLE));
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * ROWS_PER_TABLE, (index + 1) * ROWS_PER_TABLE),
  );
}

type Columns<Row> = { columns: readonly LedgerColumn<Row>[] };

const getPaddingClass = (columns: readonly unknown[]) => (isWide(columns) ? 'px-1 py-0.5' : 'px-1.5 py-0.5');

/** Codes and short names never wrap, because that would double the height of their rows. */
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
              getPaddingClass(columns),
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
            className={classNames('align-top', getPaddingClass(columns), cellClass(column, text))}
          >
            {column.align === 'end' ? hangParenthesis(text) : text}
          </td>
        );
      })}
    </tr>
  );
}

function Totals<Row>({ columns }: Columns<Row>) {
  if (!columns.some(({ total }) => total !== undefined)) return null;
  return (
    // Never starts a page: a total needs a row above it.
    <tfoot className="break-before-avoid">
      <tr className="border-t border-b-3 border-double border-ink font-semibold">
        {columns.map((column) => (
          <td
            key={column.id}
            className={classNames(getPaddingClass(columns), cellClass(column, column.total ?? ''))}
          >
            {column.align === 'end' ? hangParenthesis(column.total) : column.total}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
