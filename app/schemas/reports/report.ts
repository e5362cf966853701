import { z } from 'zod';
import { isSupportedDate } from '~/domain/calendar/calendar-date';
import { requiredDate } from '~/schemas/platform/text';

const BOTH_DATES = 'Please select both begin and end dates';

/** The days that a report covers, both included. */
export const ReportQuery = z
  .object({ beginDate: requiredDate(BOTH_DATES), endDate: requiredDate(BOTH_DATES) })
  .refine(
    // What is no date has its own message.
    ({ beginDate, endDate }) =>
      !isSupportedDate(beginDate) || !isSupportedDate(endDate) || beginDate < endDate,
    { path: ['beginDate'], message: 'Begin date must be before end date' },
  );
export type ReportQuery = z.infer<typeof ReportQuery>;
