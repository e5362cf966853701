import { uploadLine } from '~/domain/files/csv-line';
import { foldText } from '~/domain/wells/fold-text';

type NumberedRow = { row: number; cells: readonly string[] };

/**
 * Splits rows into CSV texts of at most `maxBytes` each, in UTF-8. Blank lines keep every row on the same line as in
 * the user's file. Consecutive rows of a well stay in one text if they fit, because an upload sees only the rows in its
 * own file.
 *
 * @param headerRow line of the titles in the user's file, from 1; every text has them on that line
 * @returns at least one text
 */
export function splitIntoParts(
  titles: readonly string[],
  rows: readonly NumberedRow[],
  { headerRow, maxBytes }: { headerRow: number; maxBytes: number },
): string[] {
  const head = '\n'.repeat(headerRow - 1) + uploadLine(titles);
  const encoder = new TextEncoder();
  const bytesOf = (text: string) => encoder.encode(text).length;
  const headBytes = bytesOf(head);
  const parts: string[] = [];
  let lines: string[] = [];
  let bytes = headBytes;
  let next = headerRow + 1;
  const endPart = () => {
    parts.push(head + lines.join(''));
    lines = [];
    bytes = headBytes;
    next = headerRow + 1;
  };
  for (const run of groupByWell(titles, rows)) {
    const texts = run.map(({ row, cells }) => ({ row, line: uploadLine(cells) }));
    const sizes = texts.map(({ line }) => bytesOf(line));
    const runBytes = sizes.reduce((sum, size) => sum + size, run.at(-1)!.row - next + 1 - run.length);
    if (lines.length > 0 && bytes + runBytes > maxBytes) endPart();
    for (const [index, { row, line }] of texts.entries()) {
      if (lines.length > 0 && bytes + row - next + sizes[index]! > maxBytes) endPart();
      lines.push('\n'.repeat(row - next), line);
      bytes += row - next + sizes[index]!;
      next = row + 1;
    }
  }
  endPart();
  return parts;
}

function groupByWell(titles: readonly string[], rows: readonly NumberedRow[]): NumberedRow[][] {
  const codeAt = titles.indexOf('wellCode');
  const runs: NumberedRow[][] = [];
  let lastCode: string | null = null;
  for (const row of rows) {
    const code = foldText(row.cells[codeAt] ?? '');
    if (code === lastCode) runs.at(-1)!.push(row);
    else runs.push([row]);
    lastCode = code;
  }
  return runs;
}
