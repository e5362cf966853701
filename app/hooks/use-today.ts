import { startTransition, useEffect, useState } from 'react';
import { addDays, type CalendarDate } from '~/domain/calendar/calendar-date';
import { closedMessage, lastEffectiveDate, tooLateMessage } from '~/domain/calendar/open-dates';
import { dayIn, useFormat } from './use-format';
import { usePreferences } from './use-preferences';
import { useRootData } from './use-root-data';

/** Once the first page has come to life, later ones begin with the browser's zone. Never set on the server. */
let isHydrated = false;

/**
 * The person's day: in the time zone they saved, otherwise in the browser's. The server does not know the browser's zone,
 * so without a saved one the first render has the day in UTC. Put it into inputs, not into text.
 */
export function useToday(): CalendarDate {
  const { now, savedPreferences } = useRootData();
  const { timezone } = usePreferences();
  const [isInBrowser, setInBrowser] = useState(isHydrated);
  useEffect(() => {
    isHydrated = true;
    if (dayIn(now, undefined) === dayIn(now, 'UTC')) return;
    // Parts of the page may still be on their way: what is urgent would throw away what the server rendered of them.
    startTransition(() => setInBrowser(true));
  }, [now]);
  if (savedPreferences.includes('timezone')) return dayIn(now, timezone);
  return dayIn(now, isInBrowser ? undefined : 'UTC');
}

export type OpenDates = {
  /** The first day that is not closed; undefined while no period is. */
  first: CalendarDate | undefined;
  /** The last day on which anything may take effect. */
  last: CalendarDate;
  closedThrough: CalendarDate | null;
  /** Why a date may not move a balance, in the person's way of writing dates; null for a date that may, or for none. */
  problemOf: (date: CalendarDate) => string | null;
};

/** The days that a balance may move on, as the server will check them. */
export function useOpenDates(): OpenDates {
  const { now, closedThrough } = useRootData();
  const format = useFormat();
  const last = lastEffectiveDate(now.slice(0, 10));
  return {
    first: closedThrough === null ? undefined : addDays(closedThrough, 1),
    last,
    closedThrough,
    problemOf: (date) => {
      if (!date) return null;
      const problem = date > last ? tooLateMessage(last) : closedMessage(date, closedThrough);
      return problem && format.message(problem);
    },
  };
}
