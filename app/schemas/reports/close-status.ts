import { z } from 'zod';
import { count, date } from '~/schemas/platform/answer';

/** Progress of the company's close. */
export const CloseStatusView = z.object({
  accretedThrough: date
    .nullable()
    .meta({ description: 'Last period end through which the company’s accretion is posted' }),
  closedThrough: date.nullable().meta({ description: 'Month-end through which the books are closed' }),
  attention: count.meta({ description: 'Number of wells on the worklist, each counted once' }),
  journal: z
    .object({
      beginDate: date,
      endDate: date,
      state: z
        .enum(['missing', 'changed', 'exported'])
        .meta({ description: '`changed` means postings were made in the month since its last export' }),
    })
    .nullable()
    .meta({
      description: 'Last fully accreted month; null if there is none or its journal is empty',
    }),
});
export type CloseStatusView = z.infer<typeof CloseStatusView>;
