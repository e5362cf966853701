import { z } from 'zod';
import { isCalendarDate, isMonthEnd } from '~/domain/calendar/calendar-date';

/** Queue messages: ids, never files. Delivery can be repeated, late, and out of order. */
export const Job = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('books-check'), companyId: z.string() }),
  /** Null for rows that belong to no company. */
  z.object({ kind: z.literal('seal'), companyId: z.string().nullable() }),
  z.object({ kind: z.literal('mass-upload'), companyId: z.string(), massUploadId: z.string() }),
  z.object({
    kind: z.literal('month-end'),
    companyId: z.string(),
    /** Last month to post; missed months before it are posted first. */
    periodEnd: z.string().refine((text) => isCalendarDate(text) && isMonthEnd(text)),
  }),
]);
export type Job = z.infer<typeof Job>;
