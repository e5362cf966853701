import { addDays, addYears, monthEnd, periodEnd, previousMonthEnd } from '~/domain/calendar/calendar-date';

export type ReportPeriod = { label: string; beginDate: string; endDate: string };

/** The periods that are closed most often, seen from a day. */
export function periodPresets(today: string): ReportPeriod[] {
  const lastMonthEnd = previousMonthEnd(today);
  const lastQuarterEnd = endBefore('quarterly', today);
  const lastYearEnd = endBefore('annually', today);
  return [
    { label: 'Last month', beginDate: firstOfMonth(lastMonthEnd), endDate: lastMonthEnd },
    {
      label: 'Last quarter',
      beginDate: firstOfMonth(monthsBack(lastQuarterEnd, 2)),
      endDate: lastQuarterEnd,
    },
    { label: 'Last year', beginDate: addDays(addYears(lastYearEnd, -1), 1), endDate: lastYearEnd },
    { label: 'Year to date', ...yearToDate(today) },
  ];
}

/** The days that balances are asked for most often, seen from a day. */
export function dayPresets(today: string): { label: string; endDate: string }[] {
  return [
    { label: 'Last month-end', endDate: previousMonthEnd(today) },
    { label: 'Last quarter-end', endDate: endBefore('quarterly', today) },
    { label: 'Last year-end', endDate: endBefore('annually', today) },
  ];
}

/** The year so far, through the last month that is over: what a report on screen begins with. */
export function yearToDate(today: string): { beginDate: string; endDate: string } {
  const endDate = previousMonthEnd(today);
  return { beginDate: `${endDate.slice(0, 4)}-01-01`, endDate };
}

/** The last day of the quarter or year before the one that the day is in. */
function endBefore(type: 'quarterly' | 'annually', day: string): string {
  const current = periodEnd(type, day);
  return type === 'annually' ? addYears(current, -1) : monthEnd(monthsBack(current, 3));
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

/** A day in the month so many months before. */
function monthsBack(day: string, months: number): string {
  let result = day;
  for (let count = 0; count < months; count += 1) result = previousMonthEnd(result);
  return result;
}
