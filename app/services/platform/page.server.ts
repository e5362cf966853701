import { AppError } from '~/errors';

export type Page<T> = { items: T[]; nextCursor: string | null };

/** Where a page ended: the value of the sorted column and the tie-breaking key of its last row. */
export type Cursor = [value: string | number, key: string];

/** Cursors travel in addresses, so they are base64url; nobody is meant to read or write them. */
function encodeCursor(cursor: Cursor): string {
  const bytes = new TextEncoder().encode(JSON.stringify(cursor));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** @throws AppError invalid when the text is no cursor of ours */
export function decodeCursor(text: string): Cursor {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const [value, key] = JSON.parse(new TextDecoder().decode(bytes));
    const isScalar = typeof value === 'string' || typeof value === 'number';
    if (isScalar && typeof key === 'string') return [value, key];
  } catch {
    // Falls through to the same refusal as a well-formed text that is not a cursor.
  }
  throw new AppError('invalid', 'The cursor is not valid');
}

/**
 * The page that rows read up to one beyond the limit make: that one tells that there is a next page. Without a limit the
 * rows are everything there is.
 */
export function toPage<Row, View>(
  rows: Row[],
  limit: number | undefined,
  { view, cursor }: { view: (row: Row) => View; cursor: (last: Row) => Cursor },
): Page<View> {
  const hasNext = limit !== undefined && rows.length > limit;
  const shown = hasNext ? rows.slice(0, limit) : rows;
  return { items: shown.map(view), nextCursor: hasNext ? encodeCursor(cursor(shown.at(-1)!)) : null };
}

/** Rows at a time of a list that is answered as a whole: a large company's would not fit into memory at once. */
export const ROWS_AT_A_TIME = 5000;

/** All of a list's items, page after page. */
export async function* allPages<T>(
  readPage: (part: { limit: number; cursor: string | undefined }) => Promise<Page<T>>,
  from?: string,
): AsyncGenerator<T[]> {
  for (let cursor = from; ; ) {
    const page = await readPage({ limit: ROWS_AT_A_TIME, cursor });
    yield page.items;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}
