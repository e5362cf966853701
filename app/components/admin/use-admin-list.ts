import { useListFilters } from '~/components/ui/use-list-filters';

/** The text that a list is searched for, and its order, in the address. */
export function useAdminList(defaultSort: string) {
  const { filters, setFilters, query, ...list } = useListFilters(['search'], defaultSort);
  return {
    ...list,
    search: filters.search,
    setSearch: (search: string) => setFilters({ search }),
    /** As it stands behind the call's path. */
    query: query && `?${query}`,
  };
}

export type AdminListing = ReturnType<typeof useAdminList>;
