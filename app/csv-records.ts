import Papa from 'papaparse';
import { readCsvCell } from '~/domain/files/csv-cell';
import {
  MAX_CSV_COLUMNS,
  readWellCsvHeader,
  tooManyColumns,
  wellCsvHeaderProblem,
} from '~/domain/files/well-csv';
import { groupThousands } from '~/domain/money/group-thousands';

/** A record with its row number as in a spreadsheet: the first line is row 1. */
export type CsvRecord = { row: number; cells: string[] };

/** Rejects a file as a whole. The message is for the user who sent it. */
export class CsvFileError extends Error {
  override readonly name = 'CsvFileError';
}

/** Characters parsed per batch: enough to be fast, few enough that a file of only line breaks needs little memory. */
const PARSED_CHARACTERS = 65_536;
/** A well's custom fields hold up to 50,000 characters, any of which may be a doubled quotation mark. */
const MAX_RECORD_CHARACTERS = 200_000;

/**
 * Reads the records of a CSV file as its bytes arrive, header first. Blank records are skipped but count as rows. As in spreadsheets, a
 * row ends at a line feed, a carriage return or both, outside quotes. Within quotes, each of them is read as a line feed. Apostrophes
 * that keep a cell from being read as a formula are removed.
 *
 * @throws CsvFileError at the point where the file turns out not to be UTF-8 CSV: check a whole file before using any of it
 */
export async function* readCsvRecords(body: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const parser = new Papa.Parser({ delimiter: ',', newline: '\n' });
  let row = 0;
  let rest = '';
  for await (const { text, isLast } of readText(body, (text) => row + 1 + lineBreaksIn(rest + text))) {
    rest += text;
    const { data, errors, meta } = parse(parser, rest, isLast);
    // The last record may be incomplete, so its errors don't count yet.
    const [problem] = errors.filter((error) => isLast || error.row < data.length);
    for (const [index, cells] of data.entries()) {
      row += 1;
      if (problem?.row === index) throw malformed(problem.code, row, cells);
      if (cells.length > MAX_CSV_COLUMNS) throw new CsvFileError(tooManyColumns(cells.length, row));
      if (cells.some((cell) => cell.trim() !== '')) yield { row, cells: cells.map(readCsvCell) };
    }
    rest = rest.slice(meta.cursor);
    if (rest.length > MAX_RECORD_CHARACTERS) throw tooLong(row + 1, rest);
  }
}

type Parsed = {
  data: string[][];
  errors: { code: string; row: number }[];
  meta: { cursor: number };
};

/** The types don't cover how papaparse's own streams call its parser: told that more input follows, it leaves out the last record. */
function parse(parser: Papa.Parser, text: string, isLast: boolean): Parsed {
  return parser.parse(text, 0, !isLast) as Parsed;
}

/** Decodes the bytes in pieces, with line feeds for all line breaks. */
async function* readText(
  body: AsyncIterable<Uint8Array>,
  /** Returns the row number at the end of the given text, which follows the pieces so far. */
  rowAfter: (text: string) => number,
): AsyncGenerator<{ text: string; isLast: boolean }> {
  // workerd's decoder strips the BOM of every piece that starts with one. Only the BOM at the start of the file should be removed.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  let heldBack = '';
  let isFirst = true;
  let mayHaveMark = true;
  const add = (bytes?: Uint8Array) => {
    let decoded = heldBack + decode(decoder, bytes, (before) => rowAfter(text + heldBack + before));
    if (mayHaveMark && decoded !== '') {
      mayHaveMark = false;
      decoded = decoded.replace(/^\uFEFF/, '');
    }
    // A line feed may follow as part of the same line break.
    heldBack = bytes && decoded.endsWith('\r') ? '\r' : '';
    const nul = decoded.indexOf('\0');
    if (nul >= 0) throw withNul(rowAfter(text + decoded.slice(0, nul)));
    text += decoded.slice(0, decoded.length - heldBack.length).replace(/\r\n?/g, '\n');
  };
  for await (const bytes of body) {
    if (isFirst && hasUtf16Mark(bytes))
      throw new CsvFileError(`The file is encoded as UTF-16. ${SAVE_AS_UTF8}`);
    isFirst &&= bytes.length === 0;
    for (let start = 0; start < bytes.length; start += PARSED_CHARACTERS) {
      add(bytes.subarray(start, start + PARSED_CHARACTERS));
      if (text.length < PARSED_CHARACTERS) continue;
      yield { text, isLast: false };
      text = '';
    }
  }
  add();
  yield { text, isLast: true };
}

/** Without bytes, ends the stream and fails on an incomplete last character. */
function decode(
  decoder: TextDecoder,
  bytes: Uint8Array | undefined,
  rowAfter: (text: string) => number,
): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    const [before = ''] = new TextDecoder().decode(bytes).split('\uFFFD', 1);
    throw new CsvFileError(`The file isn’t UTF-8 (see row ${rowAfter(before)}). ${SAVE_AS_UTF8}`);
  }
}

const SAVE_AS_UTF8 = 'Save it as “CSV UTF-8 (comma delimited)” and upload it again.';

function hasUtf16Mark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function withNul(row: number): CsvFileError {
  return new CsvFileError(`The file isn’t plain text (see row ${row}). ${SAVE_AS_UTF8}`);
}

function malformed(code: string, row: number, cells: string[]): CsvFileError {
  // Quoted titles with another separator are malformed too, but a message about the separator is more helpful.
  const header = readWellCsvHeader([cells.join(',')]);
  if (header.separator !== null) return new CsvFileError(wellCsvHeaderProblem(header) ?? '');
  return new CsvFileError(
    code === 'MissingQuotes'
      ? `Row ${row} has an opening quotation mark with no closing one.`
      : `Row ${row} has text after a closing quotation mark. To include a quotation mark in a value, double it.`,
  );
}

function tooLong(row: number, record: string): CsvFileError {
  const hint = record.includes('"') ? ' Check for a missing closing quotation mark.' : '';
  return new CsvFileError(
    `Row ${row} is longer than ${groupThousands(MAX_RECORD_CHARACTERS)} characters.${hint}`,
  );
}

function lineBreaksIn(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0;
}
