import { type Archive, ENOUGH, unpack } from './check-archive';

const ROW_END = /<\/(?:\w+:)?row>|<(?:\w+:)?row\b[^>]*\/>/g;
const STRING_END = /<\/(?:\w+:)?si>|<(?:\w+:)?si\s*\/>/g;
const STRING_CELL = /<(?:\w+:)?c\b[^>]*\bt="s"[^>]*>\s*<(?:\w+:)?v>(\d+)</g;
/** Heads larger than this aren't worth reading twice, in characters. */
const MAX_HEAD = 4_000_000;

/** A sheet's first rows, as text and as truncated workbook parts; all rows if there are no more. */
export type SheetHead = {
  text: string;
  parts: Map<string, Uint8Array>;
  isComplete: boolean;
  /** True when the referenced strings are so large that all of them must be read. */
  isHeavy: boolean;
};

/**
 * Reads a sheet's first rows and the shared strings they reference, unpacking no more of a large workbook than that.
 * @returns null if the rows are too large
 * @throws MessageError as in unpack
 */
export function readSheetHead(archive: Archive, path: string, rows: number): SheetHead | null {
  const sheet = readBeginning(archive, path, ROW_END, rows);
  const data = sheet && /<(\w+:)?sheetData\b/.exec(sheet.text);
  if (!sheet || !data) return null;
  const prefix = data[1] ?? '';
  const text = sheet.isComplete ? sheet.text : `${sheet.text}</${prefix}sheetData></${prefix}worksheet>`;
  const encoder = new TextEncoder();
  const parts = new Map([[path, encoder.encode(text)]]);
  const last = [...text.matchAll(STRING_CELL)].reduce((most, [, index]) => Math.max(most, Number(index)), 0);
  let isHeavy = false;
  for (const name of archive.parts.keys()) {
    if (!/sharedStrings\.xml$/i.test(name)) continue;
    const strings = readBeginning(archive, name, STRING_END, last + 1);
    if (!strings) isHeavy = true;
    if (!strings || strings.isComplete) continue;
    const root = /<(\w+:)?sst\b/.exec(strings.text)?.[1] ?? '';
    parts.set(name, encoder.encode(`${strings.text}</${root}sst>`));
  }
  return { text, parts, isComplete: sheet.isComplete, isHeavy };
}

/** A part's text through its nth element, or all of it if there are fewer; null if too large. */
function readBeginning(
  archive: Archive,
  name: string,
  end: RegExp,
  count: number,
): { text: string; isComplete: boolean } | null {
  let text = '';
  let from = 0;
  let matchCount = 0;
  unpack(archive, name, (piece) => {
    text += piece;
    end.lastIndex = from;
    while (matchCount < count && end.exec(text)) {
      matchCount += 1;
      from = end.lastIndex;
    }
    return matchCount === count || text.length > MAX_HEAD ? ENOUGH : null;
  });
  if (matchCount === count) return { text: text.slice(0, from), isComplete: false };
  return text.length > MAX_HEAD ? null : { text, isComplete: true };
}
