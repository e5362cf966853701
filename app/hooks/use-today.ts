import { startTransition, useEffect, useState } from 'react';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { toLocalDay } from './use-format';
import { usePreferences } from './use-preferences';
import { useRootData } from './use-root-data';

/** After the first page hydrates, later ones start with the browser's time zone. Never set on the server. */
let isHydrated = false;

/**
 * The user's current day, in the time zone they saved, otherwise in the browser's. The server doesn't know the browser's time zone, so
 * without a saved one the first render uses the day in UTC. Use it in inputs, not in text.
 */
export function useToday(): CalendarDate {
  const { now, savedPreferences } = useRootData();
  const { timezone } = usePreferences();
  const [isInBrowser, setInBrowser] = useState(isHydrated);
  useEffect(() => {
    isHydrated = true;
    if (toLocalDay(now, undefined) === toLocalDay(now, 'UTC')) return;
    // An urgent update would discard server-rendered parts that haven't hydrated yet.
    startTransition(() => setInBrowser(true));
  }, [now]);
  if (savedPreferences.includes('timezone')) return toLocalDay(now, timezone);
  return toLocalDay(now, isInBrowser ? undefined : 'UTC');
}
