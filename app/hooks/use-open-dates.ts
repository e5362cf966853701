import { addDays, type CalendarDate } from '~/domain/calendar/calendar-date';
import { type DateBounds, dateBounds, dateProblem } from '~/domain/calendar/open-dates';
import { useFormat } from './use-format';
import { useRootData } from './use-root-data';

export type OpenDates = DateBounds & {
  /** The first day that is not closed; undefined while no period is. */
  first: CalendarDate | undefined;
  /** Why a date may not move a balance, in the person's way of writing dates; null for a date that may, or for none. */
  problemOf: (date: CalendarDate) => string | null;
};

/** The days that a balance may move on, as the server will check them. */
export function useOpenDates(): OpenDates {
  const { now, closedThrough } = useRootData();
  const format = useFormat();
  const bounds = dateBounds(new Date(now), closedThrough);
  return {
    first: closedThrough === null ? undefined : addDays(closedThrough, 1),
    ...bounds,
    problemOf: (date) => {
      const problem = date ? dateProblem(date, null, bounds) : null;
      return problem && format.message(problem.message);
    },
  };
}
