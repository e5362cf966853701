import { addDays, type CalendarDate } from '~/domain/calendar/calendar-date';
import { closedMessage, lastEffectiveDate, tooLateMessage } from '~/domain/calendar/open-dates';
import { useFormat } from './use-format';
import { useRootData } from './use-root-data';

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
