import { encodeCursor, type Position } from './keyset.server';

export type Page<T> = { items: T[]; nextCursor: string | null };

/**
 * Makes a page from rows read with one more than the limit; the extra row means there is a next page. Without a limit, the
 * rows are the whole list.
 * @param cursor returns a row's sort values, as afterCursor expects them
 */
export function toPage<Row, View>(
  rows: Row[],
  limit: number | undefined,
  { view, cursor }: { view: (row: Row) => View; cursor: (last: Row) => Position },
): Page<View> {
  const hasNext = limit !== undefined && rows.length > limit;
  const visibleRows = hasNext ? rows.slice(0, limit) : rows;
  return {
    items: visibleRows.map(view),
    nextCursor: hasNext ? encodeCursor(cursor(visibleRows.at(-1)!)) : null,
  };
}

/** Batch size for lists returned in full: a large company's wouldn't fit in memory. */
export const ROWS_AT_A_TIME = 5000;

/** Reads a whole list, page by page. */
export async function* allPages<T>(
  readPage: (pageQuery: { limit: number; cursor: string | undefined }) => Promise<Page<T>>,
  from?: string,
): AsyncGenerator<T[]> {
  for (let cursor = from; ; ) {
    const page = await readPage({ limit: ROWS_AT_A_TIME, cursor });
    yield page.items;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}
