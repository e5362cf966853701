import { amountsWidth } from '~/components/ui/figure-width';
import { formatCents, parseCents } from '~/domain/money/money';
import type { Format } from '~/hooks/use-format';
import type { SheetColumn, SheetRow, SheetTable } from './sheets';

/** How a table is set: what a cell has around its text, and the longest text, in rem, and its type, as part of the usual size. */
type Setting = {
  padding: number;
  /** What a text needs besides, to keep its distance from the figures before it. */
  afterFigures: number;
  longestText: number;
  size: number;
  wrapsHeaders: boolean;
  className?: string;
};
const USUAL: Setting = { padding: 1.6, afterFigures: 0, longestText: 18, size: 1, wrapsHeaders: false };
/** Many columns of figures, or wide ones, are set closer, as on paper: with twelve of hundreds of millions, a laptop shows all of them. */
const CLOSE: Setting = {
  padding: 0.85,
  afterFigures: 0.25,
  longestText: 15.5,
  size: 12 / 13,
  wrapsHeaders: true,
  className:
    'text-xs [&_thead_th]:whitespace-normal [&_thead_th]:align-bottom [&_:is(td,th)]:px-1.5 [&_.text-right+.text-left]:pl-2.5 [--paper-size:7.5pt]',
};
const MANY_COLUMNS = 8;
/** What a dialog has for a table in a window of 1,440 pixels, in rem. */
const LAPTOP = 83;
/** What remains readable of a text that is cut off, in rem. */
const NARROW_TEXT = 8;
/** Periods have long names, and two of them with their lines are to fit a phone. */
const PERIODS: Setting = {
  ...USUAL,
  wrapsHeaders: true,
  className:
    '[&_thead_th]:whitespace-normal [&_thead_th]:align-bottom max-sm:text-xs max-sm:[&_:is(td,th)]:px-1.5 max-sm:[&_td:first-child]:min-w-20',
};

export function settingOf(columns: readonly SheetColumn[]): Setting {
  if (columns.length > MANY_COLUMNS) return CLOSE;
  return columns.some(({ days }) => days) ? PERIODS : USUAL;
}

/** What the columns of a long table need, and how close it is set so that a laptop shows all of them. */
export function layOut(table: SheetTable, format: Format) {
  const totals = totalsOf(table);
  const widthsIn = (setting: Setting) =>
    table.columns.map((column, at) => {
      const isAfterFigures = !column.isAmount && table.columns[at - 1]?.isAmount;
      return (
        widthOf(column, table.rows, totals, format, setting) + (isAfterFigures ? setting.afterFigures : 0)
      );
    });
  const setting = settingOf(table.columns);
  const widths = widthsIn(setting);
  return sum(widths) > LAPTOP
    ? { totals, setting: CLOSE, widths: withinLaptop(widthsIn(CLOSE), table.columns) }
    : { totals, setting, widths };
}

/** Texts that may be cut off, and that are shown whole on hover, give up what a laptop has not; amounts, dates and codes don't. */
function withinLaptop(widths: readonly number[], columns: readonly SheetColumn[]): number[] {
  const spare = widths.map((width, at) => {
    const { isAmount, isWhole, below } = columns[at]!;
    return isAmount || isWhole || below ? 0 : Math.max(0, width - NARROW_TEXT);
  });
  const missing = Math.max(0, sum(widths) - LAPTOP);
  const share = Math.min(1, missing / (sum(spare) || 1));
  return widths.map((width, at) => width - spare[at]! * share);
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

function widthOf(
  column: SheetColumn,
  rows: readonly SheetRow[],
  totals: Map<string, string>,
  format: Format,
  { padding, longestText, size, wrapsHeaders }: Setting,
): number {
  const values = rows.map((row) => String(row[column.below ?? column.id] ?? ''));
  if (!column.isAmount) {
    const longest = values.reduce((most, value) => Math.max(most, value.length), column.name.length);
    // A time is longer than other text, and of narrower letters.
    if (column.below) return padding + longest * 0.42 * size;
    return padding + Math.min(longest * 0.52, longestText) * size;
  }
  const total = totals.get(column.id);
  const figures = Math.max(
    amountsWidth(values, format.moneyOrDash),
    total === undefined ? 0 : amountsWidth([total], format.moneyOrDash, { isBold: true }),
  );
  const header = headerOf(column, format);
  const words = wrapsHeaders ? header.split(' ') : [header];
  const longest = Math.max(...words.map((word) => word.length));
  return padding + Math.max(figures * size, longest * 0.45);
}

/** Sums by column; none where no column adds up, or where there is nothing to add. */
export function totalsOf({ columns, rows: all, isSum }: SheetTable): Map<string, string> {
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

export function headerOf({ name, isAmount, days }: SheetColumn, format: Format): string {
  if (!isAmount) return name;
  if (!days) return `${name} (${format.symbol})`;
  // It takes two lines, which break before a date and not in it, and the unit stays with the last date.
  const dates = [days.beginDate, days.endDate].map((day) => format.date(day));
  const whole = dates.reduce((text, date) => text.replaceAll(date, unbroken(date)), name);
  return `${whole}${unbroken(' ')}(${format.symbol})`;
}

function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
