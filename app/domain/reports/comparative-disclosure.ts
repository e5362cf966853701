import { DISCLOSURE_CHANGES, type DisclosureColumn } from '~/domain/books/movement-kinds';
import {
  addDays,
  addReportingYears,
  type CalendarDate,
  isMonthEnd,
  splitDate,
} from '~/domain/calendar/calendar-date';
import { formatCents, parseCents } from '~/domain/money/money';

/** Number of earlier periods to show next to a period. Source: comparative statements have one or two earlier years. */
export const COMPARED_YEARS = [1, 2] as const;
export type ComparedYears = (typeof COMPARED_YEARS)[number];

type Days = { beginDate: CalendarDate; endDate: CalendarDate };

/** A column of a comparative disclosure: a period, or the gap between two periods. */
export type ComparedSpan = Days & { is: 'period' | 'between' };

/** Lines of the disclosure, worded as in a note to financial statements. */
export const DISCLOSURE_LINES = {
  beginning: 'Beginning balance',
  opening: 'Balances brought in',
  incurred: 'Liabilities incurred',
  acquired: 'Liabilities acquired',
  revisions: 'Revisions in estimated cash flows',
  accretion: 'Accretion expense',
  settled: 'Liabilities settled',
  divested: 'Liabilities divested',
  ending: 'Ending balance',
  current: 'Current portion',
  nonCurrent: 'Non-current portion',
} as const satisfies Record<DisclosureColumn, string> & Record<string, string>;
export type DisclosureLine = keyof typeof DISCLOSURE_LINES;
export const DISCLOSURE_LINE_IDS = Object.keys(DISCLOSURE_LINES) as DisclosureLine[];

/** Amounts are text with two decimals. */
export type DisclosureAmounts = Record<DisclosureLine, string>;

/** A column's amounts, and those of each close of its last day that reported different ones. */
export type ComparedColumn = ComparedSpan &
  DisclosureAmounts & { asClosed: readonly ({ closedAt: string } & DisclosureAmounts)[] };

/**
 * A period and the same days of earlier years, newest first, with each gap between two periods as a separate column: a
 * year ends where the next begins, but a quarter or a year to date doesn't. Each column's beginning balance is
 * therefore the ending balance of the column listed after it.
 */
export function comparedSpans(period: Days, years: ComparedYears): ComparedSpan[] {
  const step = yearsApart(period);
  const spans: ComparedSpan[] = [];
  for (let index = 0; index <= years; index += 1) {
    const earlier = index === 0 ? period : yearsBefore(period, index * step);
    const next = spans.at(-1);
    const between = next && { beginDate: addDays(earlier.endDate, 1), endDate: addDays(next.beginDate, -1) };
    if (between && between.beginDate <= between.endDate) spans.push({ is: 'between', ...between });
    spans.push({ is: 'period', beginDate: earlier.beginDate, endDate: earlier.endDate });
  }
  return spans;
}

/** One, or as many as needed to keep a period longer than a year from overlapping the previous one. */
function yearsApart({ beginDate, endDate }: Days): number {
  let years = 1;
  while (addReportingYears(endDate, -years) >= beginDate) years += 1;
  return years;
}

/** Shifts a period back by years. It begins the day after a prior period's end, so both dates follow month-ends. */
function yearsBefore({ beginDate, endDate }: Days, years: number): Days {
  return {
    beginDate: addDays(addReportingYears(addDays(beginDate, -1), -years), 1),
    endDate: addReportingYears(endDate, -years),
  };
}

/** "Year ended Dec 31, 2026", "9 months ended Sep 30, 2026", or the dates if they aren't whole months. */
export function periodName({ is, beginDate, endDate }: ComparedSpan, date: (day: CalendarDate) => string) {
  if (is === 'between') return `Between, ${date(beginDate)} – ${date(endDate)}`;
  const [begin, end] = [splitDate(beginDate), splitDate(endDate)];
  const months = (end.year - begin.year) * 12 + end.month - begin.month + 1;
  if (begin.day !== 1 || !isMonthEnd(endDate)) return `${date(beginDate)} – ${date(endDate)}`;
  if (months === 12) return `Year ended ${date(endDate)}`;
  return `${months === 1 ? 'Month' : `${months} months`} ended ${date(endDate)}`;
}

/** Ties two consecutive periods: the earlier ending plus the changes in between must equal the later beginning. */
export type ColumnTie = {
  earlier: ComparedColumn;
  between: ComparedColumn | null;
  later: ComparedColumn;
  /** Changes in the gap between the periods. */
  changes: string;
  isTied: boolean;
};

/** @param columns in the order of comparedSpans */
export function columnTies(columns: readonly ComparedColumn[]): ColumnTie[] {
  const periods = columns.filter(({ is }) => is === 'period');
  return periods.slice(1).map((earlier, index) => {
    const later = periods[index]!;
    const chain = columns.slice(columns.indexOf(later), columns.indexOf(earlier) + 1);
    const between = chain.length > 2 ? chain[1]! : null;
    return {
      earlier,
      between,
      later,
      changes: between ? formatCents(changesOf(between)) : '0.00',
      isTied: chain.slice(1).every(({ ending }, index) => ending === chain[index]!.beginning),
    };
  });
}

function changesOf(column: DisclosureAmounts): bigint {
  return DISCLOSURE_CHANGES.reduce((sum, line) => sum + parseCents(column[line]), 0n);
}

/** Lines that a close reported differently from the books now, in disclosure order. */
export function changedLines(current: DisclosureAmounts, asClosed: DisclosureAmounts): DisclosureLine[] {
  return DISCLOSURE_LINE_IDS.filter((line) => current[line] !== asClosed[line]);
}

/** Columns of a file, with their headings: each period and gap, then the amounts at closes that reported different ones. */
export function fileColumns(
  columns: readonly ComparedColumn[],
): { header: string; amounts: DisclosureAmounts }[] {
  const nameOf = (column: ComparedColumn) => periodName(column, (day) => day);
  return [
    ...columns.map((column) => ({ header: nameOf(column), amounts: column })),
    ...columns.flatMap((column) =>
      column.asClosed.map((asClosed) => ({
        header: `${nameOf(column)}, as closed ${asClosed.closedAt}`,
        amounts: asClosed,
      })),
    ),
  ];
}

/**
 * A comparative disclosure as a file's table: one row per line, with the columns of fileColumns. The last row is a
 * column's beginning balance less the prior ending balance, which is zero.
 */
export function comparativeFile(columns: readonly ComparedColumn[]): {
  headers: string[];
  rows: string[][];
} {
  const allColumns = fileColumns(columns);
  const tie = allColumns.map((_, index) => {
    const [column, before] = [columns[index], columns[index + 1]];
    return column && before ? formatCents(parseCents(column.beginning) - parseCents(before.ending)) : '';
  });
  return {
    headers: ['Line', ...allColumns.map(({ header }) => header)],
    rows: [
      ...DISCLOSURE_LINE_IDS.map((line) => [
        DISCLOSURE_LINES[line],
        ...allColumns.map(({ amounts }) => amounts[line]),
      ]),
      [TIE_LINE, ...tie],
    ],
  };
}

export const TIE_LINE = 'Beginning balance less prior ending balance';
