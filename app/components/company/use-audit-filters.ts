import { type ListFilters, useListFilters } from '~/components/ui/use-list-filters';
import type { AuditPage } from './company-page';

/** Parameter names of the API. */
const NAMES = ['action', 'entityType', 'userId', 'wellId', 'from', 'to'] as const;

export type AuditFiltering = ListFilters<(typeof NAMES)[number]>;

/** Filters and sort order of the audit log, newest first by default. */
export function useAuditFilters({ query }: AuditPage): AuditFiltering {
  return useListFilters(NAMES, '-createdAt', query);
}
