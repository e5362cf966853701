import { type ListFilters, useListFilters } from '~/components/ui/use-list-filters';
import type { AuditPage } from './company-page';

/** The names that the call knows them by. */
const NAMES = ['action', 'entityType', 'userId', 'wellId', 'from', 'to'] as const;

export type AuditFiltering = ListFilters<(typeof NAMES)[number]>;

/** The audit log's filters and order, which is newest first until a heading is pressed. */
export function useAuditFilters({ query }: AuditPage): AuditFiltering {
  return useListFilters(NAMES, '-createdAt', query);
}
