import { useMemo, useState } from 'react';
import { useAddress } from '~/hooks/use-address';
import { nextSort, type SortState } from './sort-button';
import { readSort, writeSort } from './use-list-filters';

/** What a row is compared by. An amount of money is given in cents; null is nothing, and comes last either way. */
export type SortValue = string | number | bigint | boolean | null;

export type SortValues<Row> = Readonly<Record<string, (row: Row) => SortValue>>;

export type Sorting = { sort: SortState; sortBy: (columnId: string) => void };

/**
 * The rows of a table that are all here, in the order that its headings are pressed for.
 *
 * @param values what each column is compared by; always the same object
 * @param defaultSort the order before any heading is pressed, with `-` in front for descending
 * @param param the address's parameter for it. Without one, as in a dialog, the order is forgotten with the table
 */
export function useSortedRows<Row>(
  rows: readonly Row[],
  values: SortValues<Row>,
  defaultSort: string,
  param?: string,
): Sorting & { sorted: readonly Row[] } {
  const { nextParams, change } = useAddress();
  const [own, setOwn] = useState<string | null>(null);
  const text = param ? nextParams.get(param) : own;
  const sort = readSort(text, defaultSort);
  const { id, direction } = sort;
  const sorted = useMemo(() => {
    // What the address asks for may be no column, but a property that every object has.
    return sortRows(rows, Object.hasOwn(values, id) ? values[id] : undefined, direction);
  }, [rows, values, id, direction]);
  const sortBy = (columnId: string) => {
    const next = writeSort(nextSort(sort, columnId), defaultSort);
    if (param) change({ [param]: next }, { replace: true });
    else setOwn(next);
  };
  return { sort, sortBy, sorted };
}

/** Rows that compare equal keep their order among each other. */
export function sortRows<Row>(
  rows: readonly Row[],
  value: ((row: Row) => SortValue) | undefined,
  direction: SortState['direction'],
): readonly Row[] {
  if (!value) return rows;
  const sign = direction === 'descending' ? -1 : 1;
  return rows
    .map((row) => ({ row, value: comparable(value(row)) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return a.value < b.value ? -sign : a.value > b.value ? sign : 0;
    })
    .map(({ row }) => row);
}

/** Texts are compared whatever their case, in the same way on server and client: not by Intl, whose data differ. */
function comparable(value: SortValue): string | number | bigint | boolean | null {
  return typeof value === 'string' ? value.normalize('NFC').toLowerCase() || null : value;
}
