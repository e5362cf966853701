import { quotesProblem, withLineFeeds } from '~/components/files/delimited-text';
import type { CsvRecord } from '~/csv-records';
import {
  NO_ROWS_PROBLEM,
  readWellCsvHeader,
  type WellCsvHeader,
  wellCsvHeaderProblem,
} from '~/domain/files/well-csv';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { MessageError } from '~/hooks/api-fetch';
import { MAX_UPLOAD_BYTES } from '~/schemas/imports/mass-upload';

const CHANGED = 'The file changed or moved after you chose it. Choose it again.';

/** A chosen file as read: what is shown is exactly what will be sent. */
export type WellFile = {
  source: File;
  bytes: Uint8Array<ArrayBuffer>;
  titles: string[];
  header: WellCsvHeader;
  /** Blank rows are omitted, but counted in the numbers of the rows after them. */
  rows: CsvRecord[];
  /** Reason the file would be refused as a whole, or null. */
  problem: string | null;
  /** @throws MessageError when the file on disk has changed */
  assertUnchanged: () => Promise<void>;
};

/** Reason the chosen or dropped files can't be read, or null. */
export function fileError(files: readonly File[]): string | null {
  const [file] = files;
  if (!file || files.length > 1) return `Choose one file at a time. You selected ${files.length}.`;
  if (!/\.csv$/i.test(file.name) && file.type !== 'text/csv') {
    return `"${file.name}" isn’t a CSV file. Save your spreadsheet as CSV and try again.`;
  }
  if (file.size > MAX_UPLOAD_BYTES) {
    return `"${file.name}" is ${megabytes(file.size)} MB. The limit is 5 MB. Split it into smaller files.`;
  }
  return file.size === 0 ? `"${file.name}" is empty.` : null;
}

/**
 * Reads a file as the server does. `usesCommas` replaces whatever separates its columns with commas, because spreadsheets in many
 * countries write CSV files only with semicolons.
 * @throws MessageError when it can't be read, or is refused before its titles are known
 */
export async function readWellFile(
  file: File,
  customFields: readonly CustomFieldTemplate[],
  { usesCommas }: { usesCommas: boolean } = { usesCommas: false },
): Promise<WellFile> {
  const originalBytes = await bytesOf(file);
  const bytes = usesCommas ? await withCommas(originalBytes) : originalBytes;
  const { records, refusal } = await readRecords(bytes);
  const [titles, ...rows] = records;
  if (!titles) throw new MessageError(refusal ?? `"${file.name}" is empty.`);
  const header = readWellCsvHeader(titles.cells, customFields);
  return {
    source: file,
    bytes,
    titles: titles.cells,
    header,
    rows,
    problem: wellCsvHeaderProblem(header) ?? refusal ?? (rows.length === 0 ? NO_ROWS_PROBLEM : null),
    assertUnchanged: async () => {
      if (!isSame(originalBytes, await bytesOf(file))) throw new MessageError(CHANGED);
    },
  };
}

/** The file's records, up to the point at which it is refused, if any. */
async function readRecords(bytes: Uint8Array): Promise<{ records: CsvRecord[]; refusal: string | null }> {
  const { CsvFileError, readCsvRecords } = await import('~/csv-records');
  const records: CsvRecord[] = [];
  try {
    for await (const record of readCsvRecords(inOnePiece(bytes))) records.push(record);
    return { records, refusal: null };
  } catch (error) {
    if (error instanceof CsvFileError) return { records, refusal: error.message };
    throw error;
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Rewrites the file with commas. Invalid UTF-8 is returned unchanged, and is refused later.
 * @throws MessageError when quotation marks make the cells ambiguous; rewritten, they would look well-formed
 */
async function withCommas(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { default: Papa } = await import('papaparse');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes;
  }
  const { data, errors } = Papa.parse<string[]>(withLineFeeds(text), { newline: '\n' });
  const problem = quotesProblem(errors);
  if (problem) throw new MessageError(`${problem} Correct it in the file.`);
  return new TextEncoder().encode(Papa.unparse(data));
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new MessageError(CHANGED);
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Megabytes with one decimal, as spreadsheets and file managers show them; rounded up. */
function megabytes(bytes: number): string {
  return (Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1);
}
