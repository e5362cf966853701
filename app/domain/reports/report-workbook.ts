import {
  amountCell,
  type TableColumn,
  type TableSheet,
  tableSheet,
  type WorkbookCell,
} from '~/domain/files/workbook';
import { columnsOf, type ReportColumn, type ReportGroup, type ReportName } from './report-columns';

/** A report row as the API returns it; amounts are text. */
type ReportRow = Readonly<Record<string, string | number | null | undefined>>;

/** Group headings, worded as on screen. */
const GROUP_HEADERS: Record<ReportGroup, string> = { total: 'Group', field: 'Field', well: 'Well Code' };

/** A report with the lines above its table and its rows. */
export type ReportWorkbook = {
  report: ReportName;
  by: ReportGroup;
  heading: readonly string[];
  rows: readonly ReportRow[];
};

const MAX_SHEET_NAME = 31;

/**
 * Builds the sheet of a report: ledger amounts are figures, and everything derived from them is a formula. If the report
 * computes an ending balance, the last two columns are the ledger's own ending balance and the difference, which is zero.
 * @param heading title first, then the scope and basis
 */
export function reportSheet({ report, by, heading, rows }: ReportWorkbook): TableSheet {
  const lines = columnsOf(report);
  const hasValue = ({ id }: ReportColumn) => rows.length === 0 || rows.some((row) => (row[id] ?? '') !== '');
  const isLabelColumn = (line: ReportColumn) =>
    line.is === 'text' ? !line.isWellColumn || hasValue(line) : line.is !== 'group' && !isAmount(line);
  // A row without another name is the total itself.
  const isTotal = by === 'total' && !lines.some(isLabelColumn);
  const hasGroup = by === 'total' ? isTotal : rows.some((row) => row.group);
  const visibleColumns = lines.filter((line) =>
    line.is === 'group' ? hasGroup : isAmount(line) || isLabelColumn(line),
  );
  const ending = visibleColumns.find(({ is, id }) => is === 'sum' && id.startsWith('ending'));
  const columns = visibleColumns.map((line) => toColumn(line, by));
  if (ending) columns.push(...tieColumns(ending));
  return tableSheet({
    name: (heading[0] ?? '').slice(0, MAX_SHEET_NAME),
    heading,
    columns: columns.map((column) => ({ ...column, addsUp: column.addsUp && !isTotal })),
    rows,
  });
}

function isAmount({ is }: ReportColumn): boolean {
  return is === 'input' || is === 'sum';
}

function toColumn(line: ReportColumn, by: ReportGroup): TableColumn<ReportRow> {
  const { id, header } = line;
  const textOf = (row: ReportRow) => String(row[id] ?? '');
  const whenPresent = (toCell: (value: string) => WorkbookCell) => (row: ReportRow) =>
    textOf(row) === '' ? null : toCell(textOf(row));
  if (line.is === 'group') {
    const fallback = by === 'total' ? 'Total' : '';
    return {
      id,
      header: GROUP_HEADERS[by],
      width: 22,
      cell: (row) => ({ text: textOf(row) || fallback }),
    };
  }
  if (line.is === 'text') {
    const { format = (value) => value } = line;
    return { id, header, width: 22, cell: (row) => ({ text: format(textOf(row)) }) };
  }
  if (line.is === 'word')
    return { id, header, width: 18, cell: (row) => ({ text: line.labels[textOf(row)] ?? textOf(row) }) };
  if (line.is === 'number')
    return { id, header, width: 10, cell: whenPresent((figure) => ({ figure, format: 'number' })) };
  if (line.is === 'date') return { id, header, width: 15, cell: whenPresent((date) => ({ date })) };
  if (line.is === 'instant') return { id, header, width: 19, cell: whenPresent((instant) => ({ instant })) };
  if (line.is === 'input')
    return { id, header, addsUp: true, cell: (row) => amountCell(String(row[id] ?? '0.00')) };
  const { plus, minus } = line;
  return {
    id,
    header,
    addsUp: true,
    cell: (_row, { here }) => {
      const terms = [plus.map(here).join('+'), ...minus.map(here)].join('-');
      // Rounded to cents: sums of binary fractions are off by trillionths, so their differences wouldn't be zero.
      return { formula: `=ROUND(${terms},2)`, format: 'amount' };
    },
  };
}

function tieColumns({ id }: ReportColumn): TableColumn<ReportRow>[] {
  return [
    {
      id: 'ledger',
      header: 'Ending per Ledger',
      width: 20,
      addsUp: true,
      cell: (row) => amountCell(String(row[id] ?? '0.00')),
    },
    {
      id: 'difference',
      header: 'Difference',
      addsUp: true,
      cell: (_row, { here }) => ({ formula: `=ROUND(${here(id)}-${here('ledger')},2)`, format: 'amount' }),
    },
  ];
}
