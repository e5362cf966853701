import { type Archive, ENOUGH, unpack } from './check-archive';

const ROW_END = /<\/(?:\w+:)?row>|<(?:\w+:)?row\b[^>]*\/>/g;
const STRING_END = /<\/(?:\w+:)?si>|<(?:\w+:)?si\s*\/>/g;
const STRING_CELL = /<(?:\w+:)?c\b[^>]*\bt="s"[^>]*>\s*<(?:\w+:)?v>(\d+)</g;
/** Rows that take more than this are not worth reading twice. */
const MAX_HEAD = 4_000_000;

/** A sheet's first rows, as text and as parts of a workbook that ends with them; all of its rows where it has fewer. */
export type SheetHead = {
  text: string;
  parts: Map<string, Uint8Array>;
  isAll: boolean;
  /** Whether the strings that it names take so much that all of them have to be read. */
  isHeavy: boolean;
};

/**
 * The first rows of a sheet, with the shared strings that they name. Of a large workbook only so much is unpacked.
 * @returns null where they take too much
 * @throws MessageError as unpack
 */
export function headOfSheet(archive: Archive, path: string, rows: number): SheetHead | null {
  const sheet = beginningOf(archive, path, ROW_END, rows);
  const data = sheet && /<(\w+:)?sheetData\b/.exec(sheet.text);
  if (!sheet || !data) return null;
  const prefix = data[1] ?? '';
  const text = sheet.isAll ? sheet.text : `${sheet.text}</${prefix}sheetData></${prefix}worksheet>`;
  const encoder = new TextEncoder();
  const parts = new Map([[path, encoder.encode(text)]]);
  const last = [...text.matchAll(STRING_CELL)].reduce((most, [, index]) => Math.max(most, Number(index)), 0);
  let isHeavy = false;
  for (const name of archive.parts.keys()) {
    if (!/sharedStrings\.xml$/i.test(name)) continue;
    const strings = beginningOf(archive, name, STRING_END, last + 1);
    if (!strings) isHeavy = true;
    if (!strings || strings.isAll) continue;
    const root = /<(\w+:)?sst\b/.exec(strings.text)?.[1] ?? '';
    parts.set(name, encoder.encode(`${strings.text}</${root}sst>`));
  }
  return { text, parts, isAll: sheet.isAll, isHeavy };
}

/** A part's text through the end of its n-th element, all of it where it has fewer; null where they take too much. */
function beginningOf(
  archive: Archive,
  name: string,
  end: RegExp,
  count: number,
): { text: string; isAll: boolean } | null {
  let text = '';
  let from = 0;
  let found = 0;
  unpack(archive, name, (piece) => {
    text += piece;
    end.lastIndex = from;
    while (found < count && end.exec(text)) {
      found += 1;
      from = end.lastIndex;
    }
    return found === count || text.length > MAX_HEAD ? ENOUGH : null;
  });
  if (found === count) return { text: text.slice(0, from), isAll: false };
  return text.length > MAX_HEAD ? null : { text, isAll: true };
}
