import { z } from 'zod';
import { pageLimit } from '~/schemas/platform/limit';
import { sortBy } from '~/schemas/platform/sort';
import { requiredDate, searchText } from '~/schemas/platform/text';

const DEFAULT_AUDIT_PAGE_SIZE = 50;
/** Rows that hold deleted data can be large, so a page has fewer of them than in other lists. */
export const MAX_AUDIT_PAGE_SIZE = 500;

/** When, who and what. The values before and after are prose, so sorting by them is pointless. */
const AUDIT_SORTS = ['createdAt', 'user', 'action'] as const;

export const BAD_AUDIT_RANGE = 'End date must be on or after start date';

const filter = searchText().optional();
const day = z.preprocess(
  (input) => (input === '' ? undefined : input),
  requiredDate('Must be a valid date (YYYY-MM-DD)').optional(),
);

/** Search parameters to filter, sort and page the audit log. Blank ones count as absent. Days are in UTC. */
export const AuditQuery = z
  .object({
    action: filter,
    entityType: filter,
    entityId: filter,
    /** Only changes to this well, or postings on it. */
    wellId: filter,
    userId: filter,
    from: day,
    to: day,
    sort: sortBy(AUDIT_SORTS).optional(),
    limit: pageLimit(MAX_AUDIT_PAGE_SIZE).default(DEFAULT_AUDIT_PAGE_SIZE),
    cursor: z.string().max(1000).optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: BAD_AUDIT_RANGE,
  });
export type AuditQuery = z.infer<typeof AuditQuery>;
