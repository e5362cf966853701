import { useMemo } from 'react';

/**
 * A page's data with its rows as one JSON string. Remix would encode and decode each value of each row, which takes ten times as long.
 */
export type RowsAsJson<Page, Name extends keyof Page> = Omit<Page, Name> & { [Rows in Name]: string };

/** For loaders: serializes the rows. */
export function serializeRows<Page extends object, Name extends keyof Page>(
  page: Page,
  name: Name,
): RowsAsJson<Page, Name> {
  return { ...page, [name]: JSON.stringify(page[name]) } as RowsAsJson<Page, Name>;
}

/** For screens: parses the rows. A reload creates new rows, even if their values are equal. */
export function useRowsFromJson<Page extends object, Name extends keyof Page>(
  page: RowsAsJson<Page, Name>,
  name: Name,
): Page {
  return useMemo(() => ({ ...page, [name]: JSON.parse(page[name]) }) as unknown as Page, [page, name]);
}
