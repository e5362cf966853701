import { type AddressChanges, useAddress } from '~/hooks/use-address';
import { nextSort, type SortState } from './sort-button';

/**
 * A list's filters and order, which live in the address. What controls show is what has been asked for, so that they do
 * not snap back while it is on its way; `query` is that of the rows on the page.
 *
 * @param names the filters' parameters
 * @param defaultSort the column that orders the list, ascending, when the address names none
 */
export function useListFilters<Name extends string>(names: readonly Name[], defaultSort: string) {
  const { params, nextParams, change } = useAddress();
  const values = names.map((name) => [name, nextParams.get(name) ?? ''] as const);
  const sort = readSort(nextParams.get('sort'), defaultSort);
  const query = queryText(params, names);
  return {
    filters: Object.fromEntries(values) as Record<Name, string>,
    hasFilters: values.some(([, value]) => value !== ''),
    setFilters: (changes: Partial<Record<Name, string>>) =>
      change(changes as AddressChanges, { replace: true }),
    clearFilters: () => change(Object.fromEntries(names.map((name) => [name, null])), { replace: true }),
    sort,
    sortBy: (columnId: string) =>
      change({ sort: writeSort(nextSort(sort, columnId), defaultSort) }, { replace: true }),
    /** The query as the list's call takes it; the same text is the same list. */
    query,
    /** Another list has been asked for and is not here yet. */
    isChanging: queryText(nextParams, names) !== query,
  };
}

export type ListFilters<Name extends string> = ReturnType<typeof useListFilters<Name>>;

function queryText(params: URLSearchParams, names: readonly string[]): string {
  const query = new URLSearchParams();
  for (const name of [...names, 'sort']) {
    const value = params.get(name);
    if (value) query.set(name, value);
  }
  return query.toString();
}

function readSort(sort: string | null, defaultSort: string): SortState {
  if (!sort) return { id: defaultSort, direction: 'ascending' };
  return sort.startsWith('-')
    ? { id: sort.slice(1), direction: 'descending' }
    : { id: sort, direction: 'ascending' };
}

/** The default order has no parameter. */
function writeSort({ id, direction }: SortState, defaultSort: string): string | null {
  if (id === defaultSort && direction === 'ascending') return null;
  return direction === 'descending' ? `-${id}` : id;
}
