import { useMemo } from 'react';
import { groupThousands } from '~/domain/money/group-thousands';
import { currencySymbol, localeOf, type Preferences } from './preferences';
import { usePreferences } from './use-preferences';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** A date on its own. Dates within a file name, a code or quotes stay as written. */
const ISO_DATE = /(?<![\w"-])\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\w"-])/g;
/** A month that a message is about. Not one that ends a text: journal descriptions stay as exported. Account numbers can look the same. */
const ISO_MONTH = /(?<=\bfor )(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])(?=: |\. )/g;
/** An amount on its own. Excludes rates before a %, well codes, and parts of amounts that are already grouped. */
const PLAIN_AMOUNT = /(?<=(?:^|[\s(])-?)\d+\.\d{2}(?=$|[\s);:]|[.,](?!\w))/g;
const NO_BREAK_SPACE = '\u00a0';

export type Format = {
  /** "27070.90" as 27,070.90, and "-1104.11" as (1,104.11). Formats the digits, because an amount never passes through a float. */
  money: (amount: string) => string;
  /** The same, but zero as a dash, which is easy to skip in a long column. */
  moneyOrDash: (amount: string) => string;
  /** "27070.90" as $27,070.90, and a negative amount as ($1,104.11). */
  currency: (amount: string) => string;
  /** The currency symbol alone, for headings and input prefixes. */
  symbol: string;
  /** "8.00" as 8.00. The unit is in the column heading. */
  rate: (percent: string) => string;
  /** "2024-01-15" as Jan 15, 2024, the same on server and client in any time zone. */
  date: (date: string) => string;
  /** "2024-01" as Jan 2024. */
  month: (month: string) => string;
  /** A server message with its dates, months and amounts in the user's format. */
  message: (text: string) => string;
  /** An instant (ISO 8601 UTC) as its date and time in the user's time zone: Jan 15, 2024, 2:00 PM UTC. */
  instant: (instant: string) => string;
  integer: (count: number) => string;
};

/** Formats amounts, rates, dates and counts by the user's preferences. */
export function useFormat(): Format {
  const { language, timezone, date_format, currency } = usePreferences();
  return useMemo(
    () => formatFor({ language, timezone, date_format, currency }),
    [language, timezone, date_format, currency],
  );
}

/**
 * Server and browser must produce the same text, but their Intl data differ. So Intl is used only for time zones, and everything else is
 * formatted here.
 */
export function formatFor(
  preferences: Pick<Preferences, 'language' | 'timezone' | 'date_format' | 'currency'>,
): Format {
  const { group, decimal, date: ownDate, symbolLast, hasNoon } = localeOf(preferences);
  const pattern = preferences.date_format === 'locale' ? ownDate : preferences.date_format;
  const symbol = currencySymbol(preferences);
  // "$1.00", but "CHF 1.00".
  const prefix = /\w$/.test(symbol) ? symbol + NO_BREAK_SPACE : symbol;

  const figure = (amount: string) => {
    const [whole = '', fraction] = amount.split('.');
    const grouped = groupThousands(whole, group);
    return fraction === undefined ? grouped : grouped + decimal + fraction;
  };
  const money = (amount: string) =>
    amount.startsWith('-') ? `(${figure(amount.slice(1))})` : figure(amount);
  const withSymbol = (amount: string) => (symbolLast ? amount + NO_BREAK_SPACE + symbol : prefix + amount);
  const date = (text: string) => {
    const [year = '', month = '', day = ''] = text.split('-');
    const parts: Record<string, string | undefined> = {
      YYYY: year,
      MMM: MONTHS[Number(month) - 1],
      MM: month,
      DD: day,
      D: String(Number(day)),
    };
    return pattern.replace(/YYYY|MMM|MM|DD|D/g, (part) => parts[part] ?? part);
  };

  return {
    money,
    moneyOrDash: (amount) => (/^-?0*(\.0*)?$/.test(amount) ? '–' : money(amount)),
    currency: (amount) =>
      amount.startsWith('-') ? `(${withSymbol(figure(amount.slice(1)))})` : withSymbol(figure(amount)),
    symbol,
    rate: figure,
    date,
    month: formatMonth,
    message: (text) =>
      text.replace(ISO_DATE, date).replace(ISO_MONTH, formatMonth).replace(PLAIN_AMOUNT, figure),
    instant: (instant) => {
      const { day, time } = convertToTimezone(instant, preferences.timezone);
      return `${date(day)}, ${hasNoon ? formatTwelveHour(time) : time} ${preferences.timezone}`;
    },
    integer: (count) => figure(String(count)),
  };
}

/** "2024-01" as Jan 2024, regardless of preferences. */
export function formatMonth(month: string): string {
  return `${MONTHS[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;
}

/** The day of an instant (ISO 8601 UTC) in a time zone, or in the browser's when undefined. */
export function toLocalDay(instant: string, timeZone: string | undefined): string {
  if (timeZone !== undefined) return convertToTimezone(instant, timeZone).day;
  const date = new Date(instant);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** "14:05" as 2:05 PM. */
function formatTwelveHour(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Avoids Intl when possible. Its first format takes a browser 50 ms, as long as a table on the first page. */
function convertToTimezone(instant: string, timeZone: string): { day: string; time: string } {
  if (timeZone === 'UTC') return { day: instant.slice(0, 10), time: instant.slice(11, 16) };
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  formatters.set(timeZone, formatter);
  const parts = formatter.formatToParts(new Date(instant));
  const getPart = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return {
    day: `${getPart('year')}-${getPart('month')}-${getPart('day')}`,
    time: `${getPart('hour')}:${getPart('minute')}`,
  };
}
