import { z } from 'zod';
import { isCalendarDate, isMonthEnd } from '~/domain/calendar/calendar-date';

/** What the queue carries: ids, never files. A message may come more than once, late, and out of order. */
export const Job = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('books-check'), companyId: z.string() }),
  /** Null for what belongs to no company. */
  z.object({ kind: z.literal('seal'), companyId: z.string().nullable() }),
  z.object({ kind: z.literal('mass-upload'), companyId: z.string(), massUploadId: z.string() }),
  z.object({
    kind: z.literal('month-end'),
    companyId: z.string(),
    /** The month to post last; those missed before it come first. */
    periodEnd: z.string().refine((text) => isCalendarDate(text) && isMonthEnd(text)),
  }),
]);
export type Job = z.infer<typeof Job>;
