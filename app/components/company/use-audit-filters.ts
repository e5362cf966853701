import { type ListFilters, useListFilters } from '~/components/ui/use-list-filters';

/** The names that the call knows them by. */
const NAMES = ['action', 'entityType', 'userId', 'from', 'to'] as const;

export type AuditFiltering = ListFilters<(typeof NAMES)[number]>;

/** The audit log's filters and order, which is newest first until a heading is pressed. */
export function useAuditFilters(): AuditFiltering {
  return useListFilters(NAMES, '-createdAt');
}
