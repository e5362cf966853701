import { useListFilters } from '~/components/ui/use-list-filters';

/** Search text and sort order of an admin list, kept in the URL. */
export function useAdminList(defaultSort: string, query: string) {
  const { filters, setFilters, ...list } = useListFilters(['search'], defaultSort, query);
  return {
    ...list,
    search: filters.search,
    setSearch: (search: string) => setFilters({ search }),
  };
}

export type AdminListing = ReturnType<typeof useAdminList>;
