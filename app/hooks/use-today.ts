import { startTransition, useEffect, useState } from 'react';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { dayIn } from './use-format';
import { usePreferences } from './use-preferences';
import { useRootData } from './use-root-data';

/** Once the first page is hydrated, later ones begin with the browser's zone. Never set on the server. */
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
