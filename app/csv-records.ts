import Papa from 'papaparse';
import { readCsvCell } from '~/domain/files/csv-cell';
import {
  MAX_CSV_COLUMNS,
  readWellCsvHeader,
  tooManyColumnsMessage,
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
  let remaining = '';
  for await (const { text, isLast } of readText(
    body,
    (text) => row + 1 + countLineBreaks(remaining + text),
  )) {
    remaining += text;
    const { data, errors, meta } = parse(parser, remaining, isLast);
    // The last record may be incomplete, so its errors don't count yet.
    const [problem] = errors.filter((error) => isLast || error.row < data.length);
    for (const [index, cells] of data.entries()) {
      row += 1;
      if (problem?.row === index) throw malformedRecordError(problem.code, row, cells);
      if (cells.length > MAX_CSV_COLUMNS) throw new CsvFileError(tooManyColumnsMessage(cells.length, row));
      if (cells.some((cell) => cell.trim() !== '')) yield { row, cells: cells.map(readCsvCell) };
    }
    remaining = remaining.slice(meta.cursor);
    if (remaining.length > MAX_RECORD_CHARACTERS) throw recordTooLongError(row + 1, remaining);
  }
}

type ParseResult = {
  data: string[][];
  errors: { code: string; row: number }[];
  meta: { cursor: number };
};

/** The types don't cover how papaparse's own streams call its parser: told that more input follows, it leaves out the last record. */
function parse(parser: Papa.Parser, text: string, isLast: boolean): ParseResult {
  return parser.parse(text, 0, !isLast) as ParseResult;
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
  let pendingCarriageReturn = '';
  let isFirst = true;
  let isMarkPossible = true;
  const appendDecoded = (bytes?: Uint8Array) => {
    let decoded =
      pendingCarriageReturn +
      decode(decoder, bytes, (validText) => rowAfter(text + pendingCarriageReturn + validText));
    if (isMarkPossible && decoded !== '') {
      isMarkPossible = false;
      decoded = decoded.replace(/^\uFEFF/, '');
    }
    // A line feed may follow as part of the same line break.
    pendingCarriageReturn = bytes && decoded.endsWith('\r') ? '\r' : '';
    const nul = decoded.indexOf('\0');
    if (nul >= 0) throw nulCharacterError(rowAfter(text + decoded.slice(0, nul)));
    text += decoded.slice(0, decoded.length - pendingCarriageReturn.length).replace(/\r\n?/g, '\n');
  };
  for await (const bytes of body) {
    if (isFirst && hasUtf16Mark(bytes))
      throw new CsvFileError(`The file is encoded as UTF-16. ${SAVE_AS_UTF8}`);
    isFirst &&= bytes.length === 0;
    for (let start = 0; start < bytes.length; start += PARSED_CHARACTERS) {
      appendDecoded(bytes.subarray(start, start + PARSED_CHARACTERS));
      if (text.length < PARSED_CHARACTERS) continue;
      yield { text, isLast: false };
      text = '';
    }
  }
  appendDecoded();
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
    const [validText = ''] = new TextDecoder().decode(bytes).split('\uFFFD', 1);
    throw new CsvFileError(`The file isn’t UTF-8 (see row ${rowAfter(validText)}). ${SAVE_AS_UTF8}`);
  }
}

const SAVE_AS_UTF8 = 'Save it as “CSV UTF-8 (comma delimited)” and upload it again.';

function hasUtf16Mark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function nulCharacterError(row: number): CsvFileError {
  return new CsvFileError(`The file isn’t plain text (see row ${row}). ${SAVE_AS_UTF8}`);
}

function malformedRecordError(code: string, row: number, cells: string[]): CsvFileError {
  // Quoted titles with another separator are malformed too, but a message about the separator is more helpful.
  const header = readWellCsvHeader([cells.join(',')]);
  if (header.separator !== null) return new CsvFileError(wellCsvHeaderProblem(header) ?? '');
  return new CsvFileError(
    code === 'MissingQuotes'
      ? `Row ${row} has an opening quotation mark with no closing one.`
      : `Row ${row} has text after a closing quotation mark. To include a quotation mark in a value, double it.`,
  );
}

function recordTooLongError(row: number, record: string): CsvFileError {
  const hint = record.includes('"') ? ' Check for a missing closing quotation mark.' : '';
  return new CsvFileError(
    `Row ${row} is longer than ${groupThousands(MAX_RECORD_CHARACTERS)} characters.${hint}`,
  );
}

function countLineBreaks(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0;
}
