import { z } from 'zod';
import { isSupportedDate } from '~/domain/calendar/calendar-date';
import { listFormat } from '~/schemas/platform/list-format';
import { requiredDate } from '~/schemas/platform/text';

const BOTH_DATES = 'Please select both begin and end dates';

const days = { beginDate: requiredDate(BOTH_DATES), endDate: requiredDate(BOTH_DATES) };

const areInOrder = {
  // What is no date has its own message.
  check: ({ beginDate, endDate }: { beginDate: string; endDate: string }) =>
    !isSupportedDate(beginDate) || !isSupportedDate(endDate) || beginDate < endDate,
  otherwise: { path: ['beginDate'], message: 'Begin date must be before end date' },
};

/** The days that a report covers, both included. */
export const ReportQuery = z.object(days).refine(areInOrder.check, areInOrder.otherwise);
export type ReportQuery = z.infer<typeof ReportQuery>;

/** How a disclosure groups the wells. */
export const DISCLOSURE_GROUPS = ['total', 'field', 'well'] as const;
export type DisclosureGroup = (typeof DISCLOSURE_GROUPS)[number];

export const DisclosureQuery = z
  .object({
    ...days,
    by: z.enum(DISCLOSURE_GROUPS, 'Group must be total, field or well').default('total'),
    format: listFormat,
  })
  .refine(areInOrder.check, areInOrder.otherwise);
export type DisclosureQuery = z.infer<typeof DisclosureQuery>;

/** The day that a report looks at: all that is dated on it, or before, counts. */
export const AsOfQuery = z.object({ asOf: requiredDate('Please select a date'), format: listFormat });
export type AsOfQuery = z.infer<typeof AsOfQuery>;

export const WellLedgerQuery = z.object({ format: listFormat });

/** As the calls take it. */
export const ReportFileQuery = z
  .object({ ...days, format: listFormat })
  .refine(areInOrder.check, areInOrder.otherwise);
