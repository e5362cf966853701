import { useListFilters } from '~/components/ui/use-list-filters';

/** The text that a list is searched for, and its order, in the address. */
export function useAdminList(defaultSort: string, query: string) {
  const { filters, setFilters, ...list } = useListFilters(['search'], defaultSort, query);
  return {
    ...list,
    search: filters.search,
    setSearch: (search: string) => setFilters({ search }),
  };
}

export type AdminListing = ReturnType<typeof useAdminList>;
