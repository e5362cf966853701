import { isMonthEnd, splitDate } from '~/domain/calendar/calendar-date';
import { formatCents, parseCents } from '~/domain/money/money';
import {
  type ColumnTie,
  type ComparedColumn,
  changedLines,
  columnTies,
  DISCLOSURE_LINE_IDS,
  DISCLOSURE_LINES,
  periodName,
} from '~/domain/reports/comparative-disclosure';
import type { Format } from '~/hooks/use-format';
import type { ComparativeDisclosureView } from '~/schemas/reports/report-views';
import type { ReportFilters } from './report-state';
import { amount, type SheetKind, type SheetRow, type SheetTable, text } from './sheets';

/** Columns are queried one at a time, so a posting can land between two of them. */
const POSTED_MEANWHILE =
  'Something was posted while the report was loading, or the books need a check: reload the page';

/** True when the report is compared with prior years, which only the disclosure in total allows. */
export function isCompared(kind: SheetKind, { by, compare }: ReportFilters): boolean {
  return kind === 'disclosure' && by === 'total' && compare !== '';
}

/** The columns as returned by the API. */
export function comparedColumns(rows: readonly SheetRow[]): readonly ComparativeDisclosureView[] {
  return rows as unknown as ComparativeDisclosureView[];
}

const listPeriods = <Column extends ComparedColumn>(columns: readonly Column[]) =>
  columns.filter(({ is }) => is === 'period');

/** One row per line, one column per period. Days between two periods belong to neither; the remarks below the table cover them. */
export function comparativeTable(rows: readonly SheetRow[], format: Format): SheetTable {
  const periods = listPeriods(comparedColumns(rows));
  return {
    columns: [
      text('name', 'Line'),
      ...periods.map((period, place) => ({
        ...amount(`period${place}`, periodName(period, format.date), false),
        days: { beginDate: period.beginDate, endDate: period.endDate },
      })),
    ],
    rows: DISCLOSURE_LINE_IDS.map((line) => ({
      id: line,
      name: DISCLOSURE_LINES[line],
      ...Object.fromEntries(periods.map((period, place) => [`period${place}`, period[line]])),
    })),
    isSum: ({ id }) => id === 'beginning' || id === 'ending',
  };
}

/** Remarks on the columns: how each ties to the prior one, what is missing, and what changed after a close. */
export function comparativeRemarks(
  rows: readonly SheetRow[],
  { fiscalYearEnd, format }: { fiscalYearEnd: number; format: Format },
): {
  ties: { text: string; isTied: boolean }[];
  changes: { text: string; month: string }[];
  notes: string[];
} {
  const columns = comparedColumns(rows);
  const pairs = columnTies(columns);
  return {
    ties: pairs.map((tie) => ({ isTied: tie.isTied, text: tieText(tie, format) })),
    notes: [
      ...yearEndNotes(pairs[0]?.between ?? null, fiscalYearEnd, format),
      ...listPeriods(columns).flatMap((column) => beginningNotes(column, format)),
    ],
    changes: listPeriods(columns).flatMap((column) => listCloseChanges(column, format)),
  };
}

function tieText({ earlier, between, later, changes, isTied }: ColumnTie, format: Format): string {
  const ending = `Ending balance ${format.date(earlier.endDate)} ${format.money(earlier.ending)}`;
  const leftSide = between
    ? `${ending} + changes ${format.date(between.beginDate)} – ${format.date(between.endDate)} ${format.money(changes)}`
    : ending;
  const beginning = `beginning balance ${format.date(later.beginDate)} ${format.money(later.beginning)}`;
  if (isTied) return `${leftSide} = ${beginning}`;
  const sum = parseCents(earlier.ending) + parseCents(changes);
  return `${leftSide} differs from ${beginning} by ${format.money(formatCents(parseCents(later.beginning) - sum))}. ${POSTED_MEANWHILE}`;
}

/** For an interim balance sheet: the fiscal year-end balances to compare with, since no column ends on that date. */
function yearEndNotes(between: ComparedColumn | null, fiscalYearEnd: number, format: Format): string[] {
  if (!between || !isMonthEnd(between.endDate) || splitDate(between.endDate).month !== fiscalYearEnd)
    return [];
  const { endDate, ending, current, nonCurrent } = between;
  return [
    `Fiscal year-end ${format.date(endDate)}: balance ${format.money(ending)}, current portion ${format.money(current)}, non-current portion ${format.money(nonCurrent)}`,
  ];
}

function beginningNotes(column: ComparativeDisclosureView, format: Format): string[] {
  const { booksBegin, endDate } = column;
  if (booksBegin === null) return [];
  const name = periodName(column, format.date);
  const first = `Your books begin on ${format.date(booksBegin)}`;
  return [
    booksBegin > endDate
      ? `${first}, so they include nothing for “${name}”`
      : `${first}, so “${name}” excludes earlier changes`,
  ];
}

/** Amounts as of each close that have changed since, and the month whose workspace lists the later postings. */
function listCloseChanges(column: ComparedColumn, format: Format): { text: string; month: string }[] {
  return column.asClosed.map((closed) => {
    const lines = changedLines(column, closed).map(
      (line) => `${DISCLOSURE_LINES[line]} ${format.money(closed[line])}, now ${format.money(column[line])}`,
    );
    const text = `“${periodName(column, format.date)}” changed after the close of ${format.instant(closed.closedAt)}, which had: ${lines.join('; ')}`;
    return { text, month: column.endDate.slice(0, 7) };
  });
}
