import {
  DECEMBER,
  fiscalYearStart,
  MONTHS_IN_PERIOD,
  monthEnd,
  periodEnd,
  previousMonthEnd,
} from '~/domain/calendar/calendar-date';

export type ReportPeriod = { label: string; beginDate: string; endDate: string };

/** The periods most often closed, relative to a day. Quarters and years follow the company's fiscal year. */
export function periodPresets(today: string, fiscalYearEnd = DECEMBER): ReportPeriod[] {
  const lastMonthEnd = previousMonthEnd(today);
  const lastQuarterEnd = endBefore('quarterly', today, fiscalYearEnd);
  const lastYearEnd = endBefore('annually', today, fiscalYearEnd);
  return [
    { label: 'Last month', beginDate: firstOfMonth(lastMonthEnd), endDate: lastMonthEnd },
    {
      label: 'Last quarter',
      beginDate: firstOfMonth(monthsBack(lastQuarterEnd, 2)),
      endDate: lastQuarterEnd,
    },
    { label: 'Last year', beginDate: fiscalYearStart(lastYearEnd, fiscalYearEnd), endDate: lastYearEnd },
    { label: 'Year to date', ...yearToDate(today, fiscalYearEnd) },
  ];
}

/** The as-of dates most often used, relative to a day. */
export function dayPresets(today: string, fiscalYearEnd = DECEMBER): { label: string; endDate: string }[] {
  return [
    { label: 'Last month-end', endDate: previousMonthEnd(today) },
    { label: 'Last quarter-end', endDate: endBefore('quarterly', today, fiscalYearEnd) },
    { label: 'Last year-end', endDate: endBefore('annually', today, fiscalYearEnd) },
  ];
}

/** Fiscal year to date through the last complete month: the default period of an on-screen report. */
export function yearToDate(today: string, fiscalYearEnd = DECEMBER): { beginDate: string; endDate: string } {
  const endDate = previousMonthEnd(today);
  return { beginDate: fiscalYearStart(endDate, fiscalYearEnd), endDate };
}

/** Last day of the quarter or year before the one that contains the day. */
function endBefore(type: 'quarterly' | 'annually', day: string, fiscalYearEnd: number): string {
  const current = periodEnd(type, day, fiscalYearEnd);
  return monthEnd(monthsBack(current, MONTHS_IN_PERIOD[type]));
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

/** The month-end the given number of months earlier. */
function monthsBack(day: string, months: number): string {
  let result = day;
  for (let count = 0; count < months; count += 1) result = previousMonthEnd(result);
  return result;
}
