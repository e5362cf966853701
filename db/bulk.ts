import { type SQL, sql } from 'drizzle-orm';

/** D1 takes values of at most 2,000,000 bytes, and a character takes up to three in UTF-8 (a surrogate pair four). */
const MAX_CHUNK_CHARACTERS = 650_000;

/**
 * Cuts rows into JSON array texts that fit one D1 parameter each. One statement
 * `insert … select … from json_each(?)` then writes thousands of rows, where
 * `values (?, ?), …` ends at D1's 100 parameters.
 */
export function jsonChunks(rows: readonly unknown[]): string[] {
  const chunks: string[] = [];
  let parts: string[] = [];
  let length = 2;
  for (const row of rows) {
    const part = JSON.stringify(row);
    if (parts.length > 0 && length + part.length + 1 > MAX_CHUNK_CHARACTERS) {
      chunks.push(`[${parts.join(',')}]`);
      parts = [];
      length = 2;
    }
    parts.push(part);
    length += part.length + 1;
  }
  if (parts.length > 0) chunks.push(`[${parts.join(',')}]`);
  return chunks;
}

/**
 * The rows of such a text as a table, each one's JSON in the column `value`. What json_each answers is written as text anew
 * for each look at it, once for every column of a row; kept as a table of its own it is so once, in a third of the time.
 */
export function jsonRows(chunk: string): SQL {
  return sql`(with given(value) as materialized (select value from json_each(${chunk})) select value from given)`;
}
