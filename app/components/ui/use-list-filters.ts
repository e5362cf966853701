import { type AddressChanges, useAddress } from '~/hooks/use-address';
import { nextSort, type SortState } from './sort-button';

/**
 * A list's filters and order, which live in the address. What controls show is what has been asked for, so that they do
 * not snap back while it is on its way; `query` is that of the rows on the page.
 *
 * @param names the filters' parameters
 * @param defaultSort the column that orders the list, with `-` in front for descending, when the address names none
 * @param sortParam the address's parameter for the order, where a page has several lists
 * @param isColumn where columns come and go: an address that orders by one which is gone names none
 */
export function useListFilters<Name extends string>(
  names: readonly Name[],
  defaultSort: string,
  sortParam = 'sort',
  isColumn: (columnId: string) => boolean = () => true,
) {
  const { params, nextParams, change } = useAddress();
  const values = names.map((name) => [name, nextParams.get(name) ?? ''] as const);
  const sortText = (address: URLSearchParams) => {
    const text = address.get(sortParam);
    return text && isColumn(readSort(text, defaultSort).id) ? text : null;
  };
  const queryOf = (address: URLSearchParams) => queryText(address, names, sortText(address));
  const sort = readSort(sortText(nextParams), defaultSort);
  const query = queryOf(params);
  return {
    filters: Object.fromEntries(values) as Record<Name, string>,
    hasFilters: values.some(([, value]) => value !== ''),
    setFilters: (changes: Partial<Record<Name, string>>) =>
      change(changes as AddressChanges, { replace: true }),
    clearFilters: () => change(Object.fromEntries(names.map((name) => [name, null])), { replace: true }),
    sort,
    sortBy: (columnId: string) =>
      change({ [sortParam]: writeSort(nextSort(sort, columnId), defaultSort) }, { replace: true }),
    /** The query as the list's call takes it; the same text is the same list. */
    query,
    /** Another list has been asked for and is not here yet. */
    isChanging: queryOf(nextParams) !== query,
  };
}

export type ListFilters<Name extends string> = ReturnType<typeof useListFilters<Name>>;

function queryText(params: URLSearchParams, names: readonly string[], sort: string | null): string {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = params.get(name);
    if (value) query.set(name, value);
  }
  if (sort) query.set('sort', sort);
  return query.toString();
}

/** An order as it stands in the address: the column, with `-` in front for descending. */
export function readSort(sort: string | null, defaultSort: string): SortState {
  const text = sort || defaultSort;
  return text.startsWith('-')
    ? { id: text.slice(1), direction: 'descending' }
    : { id: text, direction: 'ascending' };
}

/** The default order has no parameter. */
export function writeSort({ id, direction }: SortState, defaultSort: string): string | null {
  const text = direction === 'descending' ? `-${id}` : id;
  return text === defaultSort ? null : text;
}
