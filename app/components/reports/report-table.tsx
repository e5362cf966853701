import { classNames } from '~/components/ui/class-names';
import { amountsWidth } from '~/components/ui/figure-width';
import type { LedgerColumn } from '~/components/ui/printed-ledger';
import { alignClass, footCellClass, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { TextLink } from '~/components/ui/text-link';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { formatCents, parseCents } from '~/domain/money/money';
import { type Format, useFormat } from '~/hooks/use-format';
import type { SheetColumn, SheetRow, SheetTable } from './sheets';

/** How a table is set: what a cell has around its text, in rem, and its type, as part of the usual size. */
type Setting = { padding: number; size: number; wrapsHeaders: boolean; className?: string };
const USUAL: Setting = { padding: 1.6, size: 1, wrapsHeaders: false };
/** Many columns of figures are set closer, as on paper: with twelve of hundreds of millions, a laptop shows all of them. */
const CLOSE: Setting = {
  padding: 0.85,
  size: 12 / 13,
  wrapsHeaders: true,
  className: 'text-xs [&_th]:whitespace-normal [&_thead_th]:align-bottom [&_:is(td,th)]:px-1.5',
};
const MANY_COLUMNS = 8;
/** Periods have long names, and two of them with their lines are to fit a phone. */
const PERIODS: Setting = {
  ...USUAL,
  wrapsHeaders: true,
  className:
    '[&_thead_th]:whitespace-normal [&_thead_th]:align-bottom max-sm:text-xs max-sm:[&_:is(td,th)]:px-1.5 max-sm:[&_td:first-child]:min-w-20',
};

function settingOf(columns: readonly SheetColumn[]): Setting {
  if (columns.length > MANY_COLUMNS) return CLOSE;
  return columns.some(({ days }) => days) ? PERIODS : USUAL;
}

const LONGEST_TEXT = 18;
/** A table so short is drawn whole: its columns then fit what is in them, and names take more than one line on a phone. */
const SHORT = 30;

/** A report on the screen, with its totals at the bottom. */
export function ReportTable(props: { label: string; table: SheetTable; empty: string; isStale?: boolean }) {
  const count = props.table.rows.length;
  return count > 0 && count <= SHORT ? <ShortTable {...props} /> : <LongTable {...props} />;
}

type TableProps = Parameters<typeof ReportTable>[0];

function ShortTable({ label, table, isStale }: TableProps) {
  const format = useFormat();
  const { columns, rows, isSum } = table;
  const totals = totalsOf(table);
  return (
    // A table that is read whole needs no box of its own to scroll down in.
    <TableFrame
      label={label}
      className={classNames('shrink-0', settingOf(columns).className, isStale && 'opacity-60')}
      aria-busy={isStale}
    >
      <Table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Th key={column.id} align={column.isAmount ? 'end' : 'start'}>
                {headerOf(column, format)}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKeyOf(row)} className={isSum(row) ? 'font-semibold' : undefined}>
              {columns.map((column) => (
                <Td
                  key={column.id}
                  align={column.isAmount ? 'end' : 'start'}
                  className={column.isAmount || column.isWhole ? 'whitespace-nowrap' : 'min-w-28'}
                >
                  <Cell column={column} row={row} text={cellOf(column, row, format)} />
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
        {totals.size > 0 && (
          <tfoot>
            <tr>
              {columns.map((column, index) => (
                <td
                  key={column.id}
                  className={classNames(footCellClass, alignClass(column.isAmount ? 'end' : 'start'))}
                >
                  {footerOf(column, index, totals, format)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </Table>
    </TableFrame>
  );
}

function LongTable({ label, table, empty, isStale = false }: TableProps) {
  const format = useFormat();
  const { rows, isSum } = table;
  const totals = totalsOf(table);
  const setting = settingOf(table.columns);
  const columns = table.columns.map(
    (column, index): Column<SheetRow> => ({
      id: column.id,
      header: headerOf(column, format),
      width: widthOf(column, rows, totals, format, setting),
      align: column.isAmount ? 'end' : 'start',
      isRowHeader: index === 0,
      cell: (row) => {
        const text = cellOf(column, row, format);
        const plain = <Cell column={column} row={row} text={text} />;
        const cell = isSum(row) ? <strong className="font-semibold">{plain}</strong> : plain;
        return column.isAmount ? cell : <span title={text}>{cell}</span>;
      },
      footer: footerOf(column, index, totals, format),
    }),
  );
  return (
    <VirtualTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={rowKeyOf}
      isStale={isStale}
      isFindable
      className={classNames('[--table-offset:25rem]', setting.className)}
      empty={<p className="px-3 py-4 text-muted">{empty}</p>}
    />
  );
}

/** What a cell says, and the way to what it is made of. There is nothing behind a dash. */
function Cell({ column, row, text }: { column: SheetColumn; row: SheetRow; text: string }) {
  if (column.below) {
    return (
      <>
        <span className="block truncate">{row[column.id]}</span>
        <span className="block truncate text-muted">{row[column.below]}</span>
      </>
    );
  }
  const link = text === '' || text === '–' ? undefined : column.link?.(row);
  if (!link) return text;
  return (
    <TextLink
      {...link}
      className={column.isAmount ? 'text-ink underline decoration-line underline-offset-3' : ''}
    >
      {text}
    </TextLink>
  );
}

/** The same columns for paper. */
export function ledgerColumns(table: SheetTable, format: Format): LedgerColumn<SheetRow>[] {
  const totals = totalsOf(table);
  return table.columns.map((column, index) => ({
    id: column.id,
    header: headerOf(column, format),
    align: column.isAmount ? 'end' : 'start',
    wraps: !column.isAmount && !column.isWhole,
    cell: (row) => cellOf(column, row, format),
    total: footerOf(column, index, totals, format),
  }));
}

/** What tells a row from the others of its report. */
export function rowKeyOf(row: SheetRow): string {
  const { id, group, wellId, year, mainAccount, subAccount, name, wellCode, layerNumber } = row;
  return [id, group, wellId, year, mainAccount, subAccount, name, wellCode, layerNumber].join('/');
}

/** Sums by column; none where no column adds up, or where there is nothing to add. */
function totalsOf({ columns, rows: all, isSum }: SheetTable): Map<string, string> {
  const rows = all.filter((row) => !isSum(row));
  if (rows.length < 2) return new Map();
  const adding = columns.filter(({ addsUp }) => addsUp);
  return new Map(
    adding.map(({ id }) => [
      id,
      formatCents(rows.reduce((sum, row) => sum + parseCents(String(row[id])), 0n)),
    ]),
  );
}

function headerOf({ name, isAmount }: SheetColumn, format: Format): string {
  return isAmount ? `${name} (${format.symbol})` : name;
}

function cellOf({ id, isAmount, below }: SheetColumn, row: SheetRow, format: Format): string {
  const value = [row[id], below && row[below]].filter(Boolean).join(', ');
  return isAmount ? written(value, format) : value;
}

function footerOf({ id }: SheetColumn, index: number, totals: Map<string, string>, format: Format) {
  if (totals.size === 0) return undefined;
  const total = totals.get(id);
  if (total !== undefined) return written(total, format);
  return index === 0 ? 'Total' : '';
}

const written = (cents: string, format: Format) => format.money(cents, { dashForZero: true });

function widthOf(
  column: SheetColumn,
  rows: readonly SheetRow[],
  totals: Map<string, string>,
  format: Format,
  { padding, size, wrapsHeaders }: Setting,
): number {
  const values = rows.map((row) => String(row[column.below ?? column.id] ?? ''));
  if (!column.isAmount) {
    const longest = values.reduce((most, value) => Math.max(most, value.length), column.name.length);
    // A time is longer than other text, and of narrower letters.
    if (column.below) return padding + longest * 0.42 * size;
    return padding + Math.min(longest * 0.52, LONGEST_TEXT) * size;
  }
  const total = totals.get(column.id);
  const write = (amount: string) => written(amount, format);
  const figures = Math.max(
    amountsWidth(values, write),
    total === undefined ? 0 : amountsWidth([total], write, { isBold: true }),
  );
  const header = headerOf(column, format);
  const words = wrapsHeaders ? header.split(' ') : [header];
  const longest = Math.max(...words.map((word) => word.length));
  return padding + Math.max(figures * size, longest * 0.45);
}
