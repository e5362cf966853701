import { useLocation } from '@remix-run/react';
import { Link } from '~/components/ui/link';
import { getWriteCount } from '~/hooks/revalidation';
import { useFetched } from '~/hooks/use-fetched';
import { type Format, useFormat } from '~/hooks/use-format';
import { useRootData } from '~/hooks/use-root-data';
import { useToday } from '~/hooks/use-today';
import type { CloseStatusView } from '~/schemas/reports/close-status';
import { closingMonth, workspaceAddress } from './dashboard-tabs';

/** After this long, the next page refetches the status, because colleagues post too. */
const FRESH_MS = 5 * 60_000;

/** Hard-coded: the first Intl format takes longer than rendering the whole strip. */
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

type Part = {
  text: string;
  /** Follows "through"; phones leave that word out. */
  through?: string;
  to: string;
  isDue?: boolean;
};

/**
 * The company's close status in one line on every tab, each part linked to the screen that handles it. Fetched after the page, into
 * space reserved for it.
 */
export function CloseStrip() {
  const { pathname } = useLocation();
  return pathname === '/' ? <Strip /> : null;
}

function Strip() {
  const format = useFormat();
  const today = useToday();
  const { now } = useRootData();
  const version = `${getWriteCount()} ${Math.floor(Date.parse(now) / FRESH_MS)}`;
  const { data, error } = useFetched<CloseStatusView>('/api/close-status', version);
  const parts: Part[] = [{ text: getMonthName(today), to: workspaceAddress(today.slice(0, 7)) }];
  if (data) parts.push(...buildParts(data, today, format));
  return (
    <section
      aria-label="Close progress"
      // Reserves two lines on a phone, to avoid layout shift when the parts load.
      className="flex min-h-8 items-center px-4 text-xs whitespace-nowrap text-muted max-sm:min-h-12 sm:px-6 print:hidden"
    >
      <div className="overflow-hidden">
        {/* The dot before the first part of each line is clipped, so no line begins or ends with a dot. */}
        <div className="-ml-4 flex flex-wrap items-center">
          {parts.map(({ text, through, to, isDue }) => (
            <span key={text} className="inline-flex items-center">
              <span aria-hidden="true" className="w-4 text-center">
                ·
              </span>
              <Link
                to={to}
                className={`inline-flex min-h-6 items-center rounded focus-visible:-outline-offset-2 hover:text-ink hover:underline ${isDue ? 'text-ink' : ''}`}
              >
                {text}
                {through && (
                  <>
                    <span className="whitespace-pre max-sm:hidden"> through</span>
                    <span className="whitespace-pre"> {through}</span>
                  </>
                )}
              </Link>
            </span>
          ))}
          {error !== null && (
            <span role="status" className="pl-4">
              Couldn’t load the close status.
            </span>
          )}
        </div>
      </div>
    </section>
  );
}

function buildParts(
  { accretedThrough, closedThrough, attention, journal }: CloseStatusView,
  today: string,
  format: Format,
): Part[] {
  const formatDay = (date: string) => formatShortDate(date, today, format);
  const wellsText = attention === 1 ? '1 well needs' : `${format.integer(attention)} wells need`;
  return [
    accretedThrough
      ? {
          text: 'accreted',
          through: formatDay(accretedThrough),
          to: `/?tab=accretion&periodEnd=${accretedThrough}`,
        }
      : { text: 'nothing accreted yet', to: '/?tab=accretion' },
    {
      ...(closedThrough
        ? { text: 'closed', through: formatDay(closedThrough) }
        : { text: 'no month closed' }),
      to: workspaceAddress(closingMonth(closedThrough, today)),
    },
    {
      text: attention > 0 ? `${wellsText} attention` : 'no wells need attention',
      to: '/?tab=detail&overview=open#worklist',
      isDue: attention > 0,
    },
    ...(journal ? [buildJournalPart(journal)] : []),
  ];
}

function buildJournalPart({ beginDate, endDate, state }: NonNullable<CloseStatusView['journal']>): Part {
  const text = {
    missing: 'journal not exported',
    changed: 'journal changed since export',
    exported: 'journal exported',
  }[state];
  return {
    text,
    to: `/?tab=detail&dialog=journal-entries&beginDate=${beginDate}&endDate=${endDate}`,
    isDue: state !== 'exported',
  };
}

/** In the user's date format, without the current year if the month is a word. */
function formatShortDate(date: string, today: string, format: Format): string {
  const text = format.date(date);
  return date.slice(0, 4) === today.slice(0, 4) ? text.replace(/,? \d{4}$/, '') : text;
}

function getMonthName(day: string): string {
  return `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}
