/** D1 takes values of at most 2 MB; half of it leaves room for multi-byte text. */
const MAX_CHUNK_CHARACTERS = 1_000_000;

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
