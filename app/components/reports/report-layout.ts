import { amountsWidth } from '~/components/ui/figure-width';
import { formatCents, parseCents } from '~/domain/money/money';
import type { Format } from '~/hooks/use-format';
import type { SheetColumn, SheetRow, SheetTable } from './sheets';

/** Table density: cell padding and longest text in rem, and type size relative to normal. */
type Density = {
  padding: number;
  /** Extra width for text that follows a column of figures, in rem. */
  afterFigures: number;
  longestText: number;
  size: number;
  wrapsHeaders: boolean;
  className?: string;
};
const NORMAL: Density = { padding: 1.6, afterFigures: 0, longestText: 18, size: 1, wrapsHeaders: false };
/** Denser setting for many or wide columns of figures, as on paper. Fits twelve columns of hundreds of millions on a laptop. */
const COMPACT: Density = {
  padding: 0.85,
  afterFigures: 0.25,
  longestText: 15.5,
  size: 12 / 13,
  wrapsHeaders: true,
  className:
    'text-xs [&_thead_th]:whitespace-normal [&_thead_th]:align-bottom [&_:is(td,th)]:px-1.5 [&_.text-right+.text-left]:pl-2.5 [--paper-size:7.5pt]',
};
const MANY_COLUMNS = 8;
/** Width available to a table in a dialog when the window is 1,440 pixels wide, in rem. */
const LAPTOP = 83;
/** Narrowest width at which truncated text is still readable, in rem. */
const NARROW_TEXT = 8;
/** Periods have long names, and two of them plus the line names must fit on a phone. */
const PERIODS: Density = {
  ...NORMAL,
  wrapsHeaders: true,
  className:
    '[&_thead_th]:whitespace-normal [&_thead_th]:align-bottom max-sm:text-xs max-sm:[&_:is(td,th)]:px-1.5 max-sm:[&_td:first-child]:min-w-20',
};

export function chooseSetting(columns: readonly SheetColumn[]): Density {
  if (columns.length > MANY_COLUMNS) return COMPACT;
  return columns.some(({ days }) => days) ? PERIODS : NORMAL;
}

/** Column widths of a long table, and the density at which a laptop shows all of its columns. */
export function computeLayout(table: SheetTable, format: Format) {
  const totals = computeTotals(table);
  const measureColumns = (setting: Density) =>
    table.columns.map((column, index) => {
      const isAfterFigures = !column.isAmount && table.columns[index - 1]?.isAmount;
      return (
        measureColumn(column, table.rows, totals, format, setting) +
        (isAfterFigures ? setting.afterFigures : 0)
      );
    });
  const setting = chooseSetting(table.columns);
  const widths = measureColumns(setting);
  return sum(widths) > LAPTOP
    ? { totals, setting: COMPACT, widths: shrinkToLaptop(measureColumns(COMPACT), table.columns) }
    : { totals, setting, widths };
}

/** Shrinks text columns to fit a laptop, since truncated text shows in full on hover. Amounts, dates and codes keep their width. */
function shrinkToLaptop(widths: readonly number[], columns: readonly SheetColumn[]): number[] {
  const spareWidths = widths.map((width, index) => {
    const { isAmount, isWhole, below } = columns[index]!;
    return isAmount || isWhole || below ? 0 : Math.max(0, width - NARROW_TEXT);
  });
  const missing = Math.max(0, sum(widths) - LAPTOP);
  const shrinkRatio = Math.min(1, missing / (sum(spareWidths) || 1));
  return widths.map((width, index) => width - spareWidths[index]! * shrinkRatio);
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

function measureColumn(
  column: SheetColumn,
  rows: readonly SheetRow[],
  totals: Map<string, string>,
  format: Format,
  { padding, longestText, size, wrapsHeaders }: Density,
): number {
  const values = rows.map((row) => String(row[column.below ?? column.id] ?? ''));
  if (!column.isAmount) {
    const longest = values.reduce((max, value) => Math.max(max, value.length), column.name.length);
    // A timestamp is longer than other text, with narrower characters.
    if (column.below) return padding + longest * 0.42 * size;
    return padding + Math.min(longest * 0.52, longestText) * size;
  }
  const total = totals.get(column.id);
  const figures = Math.max(
    amountsWidth(values, format.moneyOrDash),
    total === undefined ? 0 : amountsWidth([total], format.moneyOrDash, { isBold: true }),
  );
  const header = formatHeader(column, format);
  const words = wrapsHeaders ? header.split(' ') : [header];
  const longest = Math.max(...words.map((word) => word.length));
  return padding + Math.max(figures * size, longest * 0.45);
}

/** Column sums; empty when no column adds up or there are fewer than two rows. */
export function computeTotals({ columns, rows: allRows, isSum }: SheetTable): Map<string, string> {
  const rows = allRows.filter((row) => !isSum(row));
  if (rows.length < 2) return new Map();
  const summedColumns = columns.filter(({ addsUp }) => addsUp);
  return new Map(
    summedColumns.map(({ id }) => [
      id,
      formatCents(rows.reduce((sum, row) => sum + parseCents(String(row[id])), 0n)),
    ]),
  );
}

export function formatHeader({ name, isAmount, days }: SheetColumn, format: Format): string {
  if (!isAmount) return name;
  if (!days) return `${name} (${format.symbol})`;
  // The header wraps onto two lines: break before a date, never within one, and keep the unit with the last date.
  const dates = [days.beginDate, days.endDate].map((day) => format.date(day));
  const header = dates.reduce((text, date) => text.replaceAll(date, withoutBreaks(date)), name);
  return `${header}${withoutBreaks(' ')}(${format.symbol})`;
}

function withoutBreaks(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
