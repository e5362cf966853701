import { type AddressChanges, useAddress } from '~/hooks/use-address';
import { nextSort, type SortState } from './sort-button';

/**
 * A list's filters and sort order, stored in the URL. Controls show the requested values, so they don't snap back while the
 * request is pending.
 *
 * @param names URL parameters of the filters
 * @param defaultSort column to sort by when the URL names none, prefixed with `-` for descending
 * @param loadedQuery query of the rows on the page: the URL parameters that the server accepted
 * @param sortParam URL parameter for the sort order, for pages with several lists
 */
export function useListFilters<Name extends string>(
  names: readonly Name[],
  defaultSort: string,
  loadedQuery: string,
  sortParam = 'sort',
) {
  const { params, nextParams, change } = useAddress();
  const values = names.map((name) => [name, nextParams.get(name) ?? ''] as const);
  const paramNames = [...names, sortParam];
  const isChanging = paramNames.some((name) => (nextParams.get(name) ?? '') !== (params.get(name) ?? ''));
  const sortText = isChanging ? nextParams.get(sortParam) : new URLSearchParams(loadedQuery).get('sort');
  const sort = parseSort(sortText, defaultSort);
  return {
    filters: Object.fromEntries(values) as Record<Name, string>,
    hasFilters: values.some(([, value]) => value !== ''),
    setFilters: (changes: Partial<Record<Name, string>>) =>
      change(changes as AddressChanges, { replace: true }),
    clearFilters: () => change(Object.fromEntries(names.map((name) => [name, null])), { replace: true }),
    sort,
    sortBy: (columnId: string) =>
      change({ [sortParam]: formatSort(nextSort(sort, columnId), defaultSort) }, { replace: true }),
    /** True while a different list was requested but hasn't loaded. */
    isChanging,
  };
}

export type ListFilters<Name extends string> = ReturnType<typeof useListFilters<Name>>;

/** Parses a sort order from the URL: the column, prefixed with `-` for descending. */
export function parseSort(sort: string | null, defaultSort: string): SortState {
  const text = sort || defaultSort;
  return text.startsWith('-')
    ? { id: text.slice(1), direction: 'descending' }
    : { id: text, direction: 'ascending' };
}

/** Null for the default order, which has no parameter. */
export function formatSort({ id, direction }: SortState, defaultSort: string): string | null {
  const text = direction === 'descending' ? `-${id}` : id;
  return text === defaultSort ? null : text;
}
