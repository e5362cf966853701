import { useAddress } from '~/hooks/use-address';

/** The text that a list is searched for, in the address. */
export function useAdminSearch() {
  const { params, nextParams, change } = useAddress();
  const search = params.get('search') ?? '';
  return {
    search,
    /** As the calls take it; the same text is the same list. */
    query: search && `?${new URLSearchParams({ search })}`,
    setSearch: (text: string) => change({ search: text }, { replace: true }),
    isSearching: (nextParams.get('search') ?? '') !== search,
  };
}
