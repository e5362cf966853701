import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { readDateCell, type ShortYears } from './date-text';
import type { ImportMapping } from './mapping';

/** The longest date format, such as "Dec 31, 2025". */
const MAX_DATE_WORDS = 3;

/** Dates that a title may end with: a day, or a year, which isn't a day. */
const DATES = new Set(['sure', 'ordered', 'short-year', 'year']);

/**
 * Splits the date off the end of a title: "Liability 12/31/2025", "ARO balance (as of Dec 31, 2025)". The date is null
 * if there is none, if it is only a year, or if it is ambiguous.
 * @param shortYears window for two-digit years; without it, their century is ambiguous
 */
export function splitTitle(
  title: string,
  shortYears?: ShortYears,
): { words: string; date: CalendarDate | null } {
  const words = title
    .replace(/[()[\]]/g, ' ')
    .trim()
    .split(/\s+/);
  for (let count = Math.min(MAX_DATE_WORDS, words.length - 1); count > 0; count -= 1) {
    const cell = readDateCell(words.slice(-count).join(' '), shortYears);
    if (!DATES.has(cell.kind)) continue;
    const days = cell.kind === 'sure' ? [cell.date] : cell.kind === 'ordered' ? [cell.mdy, cell.dmy] : [];
    const [date = null, other] = days.filter((day) => day !== null);
    const titleText = words.slice(0, -count).join(' ');
    return {
      words: titleText.replace(/[\s,\u2013-]*(?:\b(?:as of|of|at|on))?$/i, ''),
      date: other ? null : date,
    };
  }
  return { words: title, date: null };
}

/**
 * Day named by the title of the opening balance column, or null. Two-digit years are in the 2000s: nobody imports
 * balances from the last century.
 */
export function findBalanceDate({ columns }: ImportMapping): CalendarDate | null {
  const balances = columns.find(({ to }) => to === 'currentAroValue');
  return balances ? splitTitle(balances.title, '2000').date : null;
}
