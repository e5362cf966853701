import { readCsvCell } from '~/domain/csv-cell';
import type { CustomFieldTemplate } from '~/domain/custom-field';
import { readWellCsvHeader, type WellCsvHeader, wellCsvHeaderProblem } from '~/domain/well-csv';
import { MessageError } from '~/hooks/api-fetch';
import { MAX_UPLOAD_BYTES } from '~/schemas/mass-upload';

const NOT_UTF8 =
  'The file is not text in UTF-8. In the spreadsheet, save it as "CSV UTF-8 (Comma delimited)" and choose it again.';
const CHANGED =
  'The file has changed on disk since it was chosen, or can no longer be read. Choose it again to see what is in it now.';

/** A row as the spreadsheet numbers it: the titles are row 1. */
export type WellFileRow = { row: number; cells: string[] };

/** A chosen file as it was read: what is shown of it is what will be sent. */
export type WellFile = {
  source: File;
  bytes: Uint8Array<ArrayBuffer>;
  header: WellCsvHeader;
  /** Blank ones are left out, but counted in the numbers of those that follow. */
  rows: WellFileRow[];
  /** Why it would be refused as a whole, or null. */
  problem: string | null;
  /** @throws MessageError when the file on disk is another one by now */
  assertUnchanged: () => Promise<void>;
};

/** Why what was chosen or dropped cannot be read, or null. */
export function refusalOf(files: readonly File[]): string | null {
  const [file] = files;
  if (!file || files.length > 1) return `Choose one file at a time: these are ${files.length}.`;
  if (!/\.csv$/i.test(file.name) && file.type !== 'text/csv') {
    return `"${file.name}" is not a CSV file. Save the sheet as CSV and choose that file.`;
  }
  if (file.size > MAX_UPLOAD_BYTES) {
    return `"${file.name}" has ${grouped(file.size)} bytes; at most ${grouped(MAX_UPLOAD_BYTES)} (5 MB) are allowed. Split it into several files.`;
  }
  return file.size === 0 ? `"${file.name}" is empty.` : null;
}

/**
 * Reads a file as the server does. With `usesCommas`, whatever separates its columns is replaced by commas: in many
 * countries spreadsheets write CSV files with semicolons only.
 * @throws MessageError when it cannot be read or is no text
 */
export async function readWellFile(
  file: File,
  customFields: readonly CustomFieldTemplate[],
  { usesCommas }: { usesCommas: boolean } = { usesCommas: false },
): Promise<WellFile> {
  const [{ default: Papa }, bytes] = await Promise.all([import('papaparse'), bytesOf(file)]);
  const text = decode(bytes).replace(/\r\n?/g, '\n');
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter: usesCommas ? undefined : ',',
    newline: '\n',
  });
  const [titles, ...rows] = data
    .map((cells, index) => ({ row: index + 1, cells: cells.map(readCsvCell) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const header = readWellCsvHeader(titles?.cells ?? [], customFields);
  const unquoted = errors.find(({ type }) => type === 'Quotes');
  return {
    source: file,
    bytes: usesCommas ? new TextEncoder().encode(Papa.unparse(data)) : bytes,
    header,
    rows,
    problem:
      wellCsvHeaderProblem(header) ??
      (unquoted && `The quotation marks in row ${(unquoted.row ?? 0) + 1} do not match.`) ??
      (rows.length === 0 ? 'The file has no rows below its titles.' : null),
    assertUnchanged: async () => {
      if (!isSame(bytes, await bytesOf(file))) throw new MessageError(CHANGED);
    },
  };
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new MessageError(CHANGED);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Said below.
  }
  throw new MessageError(NOT_UTF8);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
