import { amountsWidth } from '~/components/ui/figure-width';
import type { LedgerColumn } from '~/components/ui/printed-ledger';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { formatCents, parseCents } from '~/domain/money/money';
import { type Format, useFormat } from '~/hooks/use-format';
import type { SheetColumn, SheetRow, SheetTable } from './sheets';

/** Of a cell with nothing in it, in rem. */
const PADDING = 1.6;
const TEXT_WIDTH = 7.5;
const LONGEST_TEXT = 18;

/** A report on the screen, with its totals at the bottom. */
export function ReportTable({
  label,
  table,
  empty,
  isStale = false,
}: {
  label: string;
  table: SheetTable;
  empty: string;
  isStale?: boolean;
}) {
  const format = useFormat();
  const { rows, isSum } = table;
  const totals = totalsOf(table);
  const columns = table.columns.map(
    (column, index): Column<SheetRow> => ({
      id: column.id,
      header: headerOf(column, format),
      width: widthOf(column, rows, totals, format),
      align: column.isAmount ? 'end' : 'start',
      isRowHeader: index === 0,
      cell: (row) => {
        const text = cellOf(column, row, format);
        if (isSum(row)) return <span className="font-semibold">{text}</span>;
        return column.isAmount ? text : <span title={text}>{text}</span>;
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
      className="[--table-offset:25rem]"
      empty={<p className="px-3 py-4 text-muted">{empty}</p>}
    />
  );
}

/** The same columns for paper. */
export function ledgerColumns(table: SheetTable, format: Format): LedgerColumn<SheetRow>[] {
  const totals = totalsOf(table);
  return table.columns.map((column, index) => ({
    id: column.id,
    header: headerOf(column, format),
    align: column.isAmount ? 'end' : 'start',
    wraps: !column.isAmount,
    cell: (row) => cellOf(column, row, format),
    total: footerOf(column, index, totals, format),
  }));
}

/** What tells a row from the others of its report. */
export function rowKeyOf(row: SheetRow): string {
  const { id, group, year, mainAccount, subAccount, name, wellCode, layerNumber } = row;
  return [id, group, year, mainAccount, subAccount, name, wellCode, layerNumber].join('/');
}

/** Sums by column; none where no column adds up, or where there is nothing to add. */
function totalsOf({ columns, rows }: SheetTable): Map<string, string> {
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

function cellOf({ id, isAmount }: SheetColumn, row: SheetRow, format: Format): string {
  const value = String(row[id] ?? '');
  return isAmount ? written(value, format) : value;
}

function footerOf({ id }: SheetColumn, index: number, totals: Map<string, string>, format: Format) {
  if (totals.size === 0) return undefined;
  const total = totals.get(id);
  if (total !== undefined) return written(total, format);
  return index === 0 ? 'Total' : '';
}

const written = (cents: string, format: Format) =>
  format.money(cents, { parentheses: true, dashForZero: true });

function widthOf(
  column: SheetColumn,
  rows: readonly SheetRow[],
  totals: Map<string, string>,
  format: Format,
): number {
  const values = rows.map((row) => String(row[column.id] ?? ''));
  if (!column.isAmount) {
    const longest = Math.max(column.name.length, ...values.map((value) => value.length));
    return Math.max(TEXT_WIDTH, PADDING + Math.min(longest * 0.55, LONGEST_TEXT));
  }
  const total = totals.get(column.id);
  const write = (amount: string) => written(amount, format);
  const figures = Math.max(
    amountsWidth(values, write),
    total === undefined ? 0 : amountsWidth([total], write, { isBold: true }),
  );
  return Math.max(PADDING + figures, PADDING + headerOf(column, format).length * 0.45);
}
