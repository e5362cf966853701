import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { readDateCell, type ShortYears } from './date-text';
import type { ImportMapping } from './mapping';

/** "Dec 31, 2025" has the most words that a date has. */
const MOST_WORDS = 3;

/** What a title may end with: a day, or a year, which names no day. */
const DATES = new Set(['sure', 'ordered', 'short-year', 'year']);

/**
 * A title without the day or the year that it ends with, and that day: "Liability 12/31/2025", "ARO balance (as of Dec 31, 2025)".
 * The day is null where there is none, and where it can be read in two ways.
 * @param shortYears which years two digits mean; without it they may be of two centuries
 */
export function splitTitle(
  title: string,
  shortYears?: ShortYears,
): { words: string; date: CalendarDate | null } {
  const words = title
    .replace(/[()[\]]/g, ' ')
    .trim()
    .split(/\s+/);
  for (let count = Math.min(MOST_WORDS, words.length - 1); count > 0; count -= 1) {
    const cell = readDateCell(words.slice(-count).join(' '), shortYears);
    if (!DATES.has(cell.kind)) continue;
    const days = cell.kind === 'sure' ? [cell.date] : cell.kind === 'ordered' ? [cell.mdy, cell.dmy] : [];
    const [date = null, other] = days.filter((day) => day !== null);
    const rest = words.slice(0, -count).join(' ');
    return { words: rest.replace(/[\s,\u2013-]*(?:\b(?:as of|of|at|on))?$/i, ''), date: other ? null : date };
  }
  return { words: title, date: null };
}

/** The day that the title of a file's opening balances names; null where it names none. Nobody brings in balances of the last century. */
export function balancesAsOf({ columns }: ImportMapping): CalendarDate | null {
  const balances = columns.find(({ to }) => to === 'currentAroValue');
  return balances ? splitTitle(balances.title, '2000').date : null;
}
