import { useMemo, useState } from 'react';
import { useAddress } from '~/hooks/use-address';
import { nextSort, type SortState } from './sort-button';
import { formatSort, parseSort } from './use-list-filters';

/** A row's sort key. Money is in cents. Null means no value and sorts last in either direction. */
export type SortValue = string | number | bigint | boolean | null;

export type SortValues<Row> = Readonly<Record<string, (row: Row) => SortValue>>;

export type Sorting = { sort: SortState; sortBy: (columnId: string) => void };

/**
 * Sorts a fully loaded table by the heading the user clicked.
 *
 * @param values sort key of each column; must be a stable object
 * @param defaultSort initial sort column, prefixed with `-` for descending
 * @param param URL parameter for the sort order. Without one, as in a dialog, the order is lost on unmount
 */
export function useSortedRows<Row>(
  rows: readonly Row[],
  values: SortValues<Row>,
  defaultSort: string,
  param?: string,
): Sorting & { sorted: readonly Row[] } {
  const { nextParams, change } = useAddress();
  const [localSort, setLocalSort] = useState<string | null>(null);
  const text = param ? nextParams.get(param) : localSort;
  const sort = parseSort(text, defaultSort);
  const { id, direction } = sort;
  const sorted = useMemo(() => {
    // The URL may name something that isn't a column but is a property of every object.
    return sortRows(rows, Object.hasOwn(values, id) ? values[id] : undefined, direction);
  }, [rows, values, id, direction]);
  const sortBy = (columnId: string) => {
    const next = formatSort(nextSort(sort, columnId), defaultSort);
    if (param) change({ [param]: next }, { replace: true });
    else setLocalSort(next);
  };
  return { sort, sortBy, sorted };
}

/** Stable: rows with equal keys keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  getValue: ((row: Row) => SortValue) | undefined,
  direction: SortState['direction'],
): readonly Row[] {
  if (!getValue) return rows;
  const sign = direction === 'descending' ? -1 : 1;
  return rows
    .map((row) => ({ row, value: toComparable(getValue(row)) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return a.value < b.value ? -sign : a.value > b.value ? sign : 0;
    })
    .map(({ row }) => row);
}

/** Compares text case-insensitively and identically on server and client. Doesn't use Intl, whose data differ between them. */
function toComparable(value: SortValue): string | number | bigint | boolean | null {
  return typeof value === 'string' ? value.normalize('NFC').toLowerCase() || null : value;
}
