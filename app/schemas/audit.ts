import { z } from 'zod';
import { requiredDate } from './text';

export const DEFAULT_AUDIT_PAGE_SIZE = 50;
/** Rows that keep what was deleted can be large, so that a page of them has fewer than other lists'. */
export const MAX_AUDIT_PAGE_SIZE = 500;

const filter = z.string().trim().max(200).optional();
const day = z.preprocess(
  (input) => (input === '' ? undefined : input),
  requiredDate('Must be a valid date (YYYY-MM-DD)').optional(),
);

/** Search parameters that narrow and page the audit log. Blank ones count as absent. Days are those of UTC. */
export const AuditQuery = z
  .object({
    action: filter,
    entityType: filter,
    entityId: filter,
    userId: filter,
    from: day,
    to: day,
    limit: z.coerce
      .number('Limit must be a number')
      .int()
      .min(1)
      .max(MAX_AUDIT_PAGE_SIZE)
      .default(DEFAULT_AUDIT_PAGE_SIZE),
    cursor: z.string().max(1000).optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: 'The last day must not be before the first',
  });
export type AuditQuery = z.infer<typeof AuditQuery>;
