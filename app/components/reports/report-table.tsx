import { type ReactNode, useMemo } from 'react';
import { classNames } from '~/components/ui/class-names';
import type { LedgerColumn } from '~/components/ui/printed-ledger';
import { alignClass, footCellClass, hangParenthesis, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { TextLink } from '~/components/ui/text-link';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { type Format, useFormat } from '~/hooks/use-format';
import { chooseSetting, computeLayout, computeTotals, formatHeader } from './report-layout';
import type { SheetColumn, SheetRow, SheetTable } from './sheets';

/** A table with this many rows or fewer renders in full, so its columns fit their content and names can wrap on a phone. */
const SHORT = 30;

/** On-screen report table with totals at the bottom. */
export function ReportTable(props: { label: string; table: SheetTable; empty: string; isStale?: boolean }) {
  const count = props.table.rows.length;
  return count > 0 && count <= SHORT ? <ShortTable {...props} /> : <LongTable {...props} />;
}

type TableProps = Parameters<typeof ReportTable>[0];

function ShortTable({ label, table, isStale }: TableProps) {
  const format = useFormat();
  const { columns, rows, isSum } = table;
  const totals = computeTotals(table);
  return (
    // A table that renders in full doesn't need its own vertical scrolling.
    <TableFrame
      label={label}
      className={classNames('shrink-0', chooseSetting(columns).className, isStale && 'opacity-60')}
      aria-busy={isStale}
    >
      <Table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Th key={column.id} align={column.isAmount ? 'end' : 'start'}>
                {formatHeader(column, format)}
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
                  className={
                    column.isAmount || column.isWhole
                      ? 'whitespace-nowrap'
                      : 'min-w-28 [overflow-wrap:anywhere] print:min-w-16'
                  }
                >
                  <Cell column={column} row={row} text={formatCell(column, row, format)} />
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
                  {alignAmount(column, formatFooter(column, index, totals, format))}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </Table>
    </TableFrame>
  );
}

/** A URL in a memo has no spaces and must not push the amounts off the page. */
const WRAPS_ON_PAPER = 'print:inline-block print:min-w-16 print:[overflow-wrap:anywhere]';

function LongTable({ label, table, empty, isStale = false }: TableProps) {
  const format = useFormat();
  const { rows, isSum } = table;
  const { totals, setting, widths } = useMemo(() => computeLayout(table, format), [table, format]);
  const columns = table.columns.map(
    (column, index): Column<SheetRow> => ({
      id: column.id,
      header: formatHeader(column, format),
      width: widths[index]!,
      align: column.isAmount ? 'end' : 'start',
      isRowHeader: index === 0,
      cell: (row) => {
        const text = formatCell(column, row, format);
        const plain = <Cell column={column} row={row} text={text} />;
        const cell = isSum(row) ? <strong className="font-semibold">{plain}</strong> : plain;
        if (column.isAmount) return cell;
        return (
          <span title={text} className={column.isWhole ? 'whitespace-nowrap' : WRAPS_ON_PAPER}>
            {cell}
          </span>
        );
      },
      footer: formatFooter(column, index, totals, format),
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

/** Cell text, linked to its drill-down. A dash has nothing to drill into. */
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
  if (!link) return alignAmount(column, text);
  return alignAmount(
    column,
    <TextLink
      {...link}
      className={column.isAmount ? 'text-ink underline decoration-line underline-offset-3' : ''}
    >
      {text}
    </TextLink>,
  );
}

function alignAmount({ isAmount }: SheetColumn, content: ReactNode): ReactNode {
  return isAmount ? hangParenthesis(content) : content;
}

/** The same columns, for print. */
export function ledgerColumns(table: SheetTable, format: Format): LedgerColumn<SheetRow>[] {
  const totals = computeTotals(table);
  return table.columns.map((column, index) => ({
    id: column.id,
    header: formatHeader(column, format),
    align: column.isAmount ? 'end' : 'start',
    wraps: !column.isAmount && !column.isWhole,
    cell: (row) => formatCell(column, row, format),
    total: formatFooter(column, index, totals, format),
  }));
}

/** Key that identifies a row within its report. */
export function rowKeyOf(row: SheetRow): string {
  const { id, group, wellId, year, mainAccount, subAccount, name, wellCode, layerNumber } = row;
  return [id, group, wellId, year, mainAccount, subAccount, name, wellCode, layerNumber].join('/');
}

function formatCell({ id, isAmount, below }: SheetColumn, row: SheetRow, format: Format): string {
  const value = [row[id], below && row[below]].filter(Boolean).join(', ');
  return isAmount ? format.moneyOrDash(value) : value;
}

function formatFooter({ id }: SheetColumn, index: number, totals: Map<string, string>, format: Format) {
  if (totals.size === 0) return undefined;
  const total = totals.get(id);
  if (total !== undefined) return format.moneyOrDash(total);
  return index === 0 ? 'Total' : '';
}
