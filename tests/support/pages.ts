import Papa from 'papaparse';
import { expect } from 'vitest';
import type { SignedIn } from './worker';

/** A list's rows, page by page, following the Link headers to the end. */
export async function readPages<Row>(client: Pick<SignedIn, 'get'>, path: string): Promise<Row[][]> {
  const pages: Row[][] = [];
  for (let next: string | undefined = path; next; ) {
    const response: Response = await client.get(next);
    expect(response.status).toBe(200);
    pages.push(await response.json());
    next = /^<(.+)>; rel="next"$/.exec(response.headers.get('Link') ?? '')?.[1];
  }
  return pages;
}

type Sortable = string | number | boolean | null | undefined;

/**
 * Rows in the order expected of a list, computed without SQLite: by one value, then the next for ties, with blanks last in either
 * direction.
 */
export function inOrder<Row>(
  rows: readonly Row[],
  ...by: { of: (row: Row) => Sortable; down: boolean }[]
): Row[] {
  return [...rows].sort((a, b) => {
    for (const { of, down } of by) {
      const [left, right] = [rank(of(a)), rank(of(b))];
      if (left[0] !== right[0]) {
        const isBlank = left[0] === BLANK || right[0] === BLANK;
        return (left[0] - right[0]) * (down && !isBlank ? -1 : 1);
      }
      if (left[1] !== right[1]) return (left[1] < right[1] ? -1 : 1) * (down ? -1 : 1);
    }
    return 0;
  });
}

const BLANK = 3;

/** Numbers before text before blanks; true and false are 1 and 0. */
function rank(value: Sortable): [number, string | number] {
  if (value === null || value === undefined) return [BLANK, 0];
  return typeof value === 'string' ? [2, value.toLowerCase()] : [1, Number(value)];
}

/** Rows of a CSV response by column, as a spreadsheet reads them. */
export async function readCsvRows(response: Response): Promise<Record<string, string>[]> {
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  // Reading the response as text removes the byte order mark.
  const { data, errors } = Papa.parse<Record<string, string>>(await response.text(), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
}
