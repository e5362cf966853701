import { type AddressChanges, useAddress } from '~/hooks/use-address';
import { nextSort, type SortState } from './sort-button';

/**
 * A list's filters and order, which live in the address. What controls show is what has been asked for, so that they do
 * not snap back while it is on its way.
 *
 * @param names the filters' parameters
 * @param defaultSort the column that orders the list, with `-` in front for descending, when the address names none
 * @param shownQuery the query of the rows on the page: what the server took of the address
 * @param sortParam the address's parameter for the order, where a page has several lists
 */
export function useListFilters<Name extends string>(
  names: readonly Name[],
  defaultSort: string,
  shownQuery: string,
  sortParam = 'sort',
) {
  const { params, nextParams, change } = useAddress();
  const values = names.map((name) => [name, nextParams.get(name) ?? ''] as const);
  const asked = [...names, sortParam];
  const isChanging = asked.some((name) => (nextParams.get(name) ?? '') !== (params.get(name) ?? ''));
  const sortText = isChanging ? nextParams.get(sortParam) : new URLSearchParams(shownQuery).get('sort');
  const sort = readSort(sortText, defaultSort);
  return {
    filters: Object.fromEntries(values) as Record<Name, string>,
    hasFilters: values.some(([, value]) => value !== ''),
    setFilters: (changes: Partial<Record<Name, string>>) =>
      change(changes as AddressChanges, { replace: true }),
    clearFilters: () => change(Object.fromEntries(names.map((name) => [name, null])), { replace: true }),
    sort,
    sortBy: (columnId: string) =>
      change({ [sortParam]: writeSort(nextSort(sort, columnId), defaultSort) }, { replace: true }),
    /** Another list has been asked for and is not here yet. */
    isChanging,
  };
}

export type ListFilters<Name extends string> = ReturnType<typeof useListFilters<Name>>;

/** An order in the address: the column, with `-` in front for descending. */
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
