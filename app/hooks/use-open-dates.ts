import { addDays, type CalendarDate } from '~/domain/calendar/calendar-date';
import { type DateBounds, dateBounds, dateProblem } from '~/domain/calendar/open-dates';
import { useFormat } from './use-format';
import { useRootData } from './use-root-data';

export type OpenDates = DateBounds & {
  /** The first open day. Undefined when no period is closed. */
  first: CalendarDate | undefined;
  /** Why a balance can't change on a date, with dates in the user's format. Null for a valid date, or for none. */
  getProblem: (date: CalendarDate) => string | null;
};

/** Days on which a balance may change, by the same rules the server checks. */
export function useOpenDates(): OpenDates {
  const { now, closedThrough } = useRootData();
  const format = useFormat();
  const bounds = dateBounds(new Date(now), closedThrough);
  return {
    first: closedThrough === null ? undefined : addDays(closedThrough, 1),
    ...bounds,
    getProblem: (date) => {
      const problem = date ? dateProblem(date, null, bounds) : null;
      return problem && format.message(problem.message);
    },
  };
}
