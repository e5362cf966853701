import { z } from 'zod';
import { count, date } from '~/schemas/platform/answer';

/** Progress of the company's close. */
export const CloseStatusView = z.object({
  accretedThrough: date
    .nullable()
    .meta({ description: 'The last period end that accretion was posted to for the company' }),
  closedThrough: date.nullable().meta({ description: 'The month-end through which the books are closed' }),
  attention: count.meta({ description: 'Wells on the worklist, each counted once' }),
  journal: z
    .object({
      beginDate: date,
      endDate: date,
      state: z
        .enum(['missing', 'changed', 'exported'])
        .meta({ description: '`changed`: something was posted in this month since its last export' }),
    })
    .nullable()
    .meta({
      description: 'The last month that has accreted to its end; null where nothing was posted in it',
    }),
});
export type CloseStatusView = z.infer<typeof CloseStatusView>;
