import { strToU8, zipSync } from 'fflate';
import { readSheet, type SheetData } from 'read-excel-file/web-worker';
import { MS_PER_DAY } from '~/domain/calendar/calendar-date';
import { timesHundred } from '~/domain/imports/number-text';
import { MessageError } from '~/hooks/api-fetch';
import { type Archive, bytesOf, openArchive, textOf } from './check-archive';
import type { CandidateSheet, FileContent, OpenFile, OpenSheet } from './read-messages';
import {
  cellKey,
  hasValues,
  type NumberStyles,
  numberStylesOf,
  type SheetScan,
  scanSheet,
  scanSheetText,
  sheetsOf,
} from './scan-sheet';
import { readSheetHead, type SheetHead } from './sheet-head';

/** The reader converts dates from day counts and can be off by a millisecond. */
const MS_PER_SECOND = 1_000;
/**
 * Dates the reader gets wrong. Excel counts a February 29, 1900, and the reader corrects for it even in January and February 1900,
 * where it shouldn't: January 1, 1900, which many lists use for an unknown date, is read as the day before.
 */
const EARLY = { from: Date.UTC(1899, 11, 31), before: Date.UTC(1900, 2, 1) };
const WORKBOOK = 'xl/workbook.xml';
/** LibreOffice writes `true`, but the reader recognizes only `1`. */
const DATES_FROM_1904 = /(<(?:\w+:)?workbookPr\b[^>]*\sdate1904=")true"/;
/** Significant digits of a number in a workbook. */
const DIGITS = 15;

/** A workbook with a verified directory, and the sheet to read. */
type Workbook = {
  archive: Archive;
  /** Sheets with data, or all sheets if none has any. */
  sheets: readonly { name: string }[];
  sheet: { name: string; path: string };
  styles: NumberStyles;
};

/** A numeric cell. Text that looks like a number is kept as is: well `12E3` isn't 12000, and `1.10` isn't `1.1`. */
type NumberCell = { number: string };

/**
 * Opens a workbook. Cells are read as text by meaning, not by display format: dates in ISO, percentages with their sign, codes with
 * leading zeros, errors by name.
 * @param sheetName sheet name; null for the first sheet that is visible and not empty
 * @throws MessageError with text for the user
 */
export function openWorkbook(bytes: Uint8Array<ArrayBuffer>, sheetName: string | null): OpenFile {
  const archive = openArchive(bytes);
  const allSheets = sheetsOf(archive);
  const sheetsWithData = allSheets.filter(({ path }) => hasValues(archive, path));
  const sheets = sheetsWithData.length > 0 ? sheetsWithData : allSheets;
  const visibleSheets = sheets.filter(({ isHidden }) => !isHidden);
  const namedSheet = allSheets.find(({ name }) => name === sheetName);
  const sheet = namedSheet ?? visibleSheets[0] ?? sheets[0];
  if (!sheet) throw new MessageError('This workbook has no sheets.');
  const styles = numberStylesOf(archive);
  const workbookAt = (sheet: Workbook['sheet']): Workbook => ({ archive, sheets, sheet, styles });
  return {
    ...openSheet(workbookAt(sheet)),
    candidates: namedSheet ? [] : visibleSheets.map((sheet) => openCandidate(workbookAt(sheet))),
  };
}

function openSheet(workbook: Workbook): OpenSheet {
  return {
    readHead: (rows) => readHead(workbook, rows, ({ isComplete }) => !isComplete),
    readAll: () => readWhole(workbook),
  };
}

function openCandidate(workbook: Workbook): CandidateSheet {
  return {
    ...openSheet(workbook),
    name: workbook.sheet.name,
    readStart: async (rows) => (await readHead(workbook, rows, ({ isHeavy }) => !isHeavy))?.rows ?? [],
  };
}

/** Reads a sheet's first rows and only the strings they reference. Null when that isn't worthwhile or fails. */
async function readHead(
  workbook: Workbook,
  rows: number,
  isUseful: (head: SheetHead) => boolean,
): Promise<FileContent | null> {
  const { archive, sheet, styles } = workbook;
  try {
    const head = readSheetHead(archive, sheet.path, rows);
    return head && isUseful(head)
      ? await readCells(workbook, head.parts, scanSheetText(head.text, styles))
      : null;
  } catch {
    // Reading the whole sheet reports the error.
    return null;
  }
}

async function readWhole(workbook: Workbook): Promise<FileContent> {
  const { archive, sheet, styles } = workbook;
  const scan = scanSheet(archive, sheet.path, styles);
  return readCells(workbook, new Map(), scan);
}

/** @param heads truncated copies of parts that are only read in part */
async function readCells(
  { archive, sheets, sheet }: Workbook,
  heads: ReadonlyMap<string, Uint8Array>,
  scan: SheetScan,
): Promise<FileContent> {
  let data: SheetData<NumberCell>;
  try {
    data = await readSheet(new Blob([storedCopy(archive, sheet.path, heads)]), sheet.name, {
      trim: false,
      // Raw text, to keep every digit until the cell's type is known.
      parseNumber: (number): NumberCell => ({ number }),
    });
  } catch {
    throw new MessageError(
      'This workbook can’t be read. Open it in Excel, save it again as .xlsx and choose that file.',
    );
  }
  const rows = data.map((cells, index) =>
    cells.map((value, column) => textOfCell(value, cellKey(index + 1, column), scan)),
  );
  const { hiddenRows, merges, formulas, errors } = scan;
  return {
    rows,
    sheets: sheets.map(({ name }) => name),
    sheet: sheet.name,
    notes: { hiddenRows, merges, formulas, errors: errors.size, encoding: null },
  };
}

function textOfCell(value: unknown, key: number, { errors, percents, codes }: SheetScan): string {
  const error = errors.get(key);
  if (error !== undefined) return error;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return dateText(value);
  if (!isNumber(value)) return String(value);
  const { number } = value;
  const code = codes.get(key);
  if (code !== undefined && /^\d+$/.test(number)) return codeText(number, code);
  return percents.has(key) ? percentText(number) : cellText(number);
}

function isNumber(value: unknown): value is NumberCell {
  return typeof value === 'object' && value !== null && 'number' in value;
}

/** Restores the zeros and dashes that a cell shows for a code entered as a number: with `00-000`, 123 is 00-123. */
function codeText(digits: string, format: string): string {
  const count = format.replace(/[^0]/g, '').length;
  const padded = digits.padStart(count, '0');
  let next = padded.length - count;
  return padded.slice(0, next) + format.replace(/0/g, () => padded[next++]!);
}

/**
 * Copies the parts a sheet needs, checked, into an uncompressed archive. The reader unpacks large parts in blob workers, which the
 * page's CSP blocks, so it would wait forever.
 */
function storedCopy(
  archive: Archive,
  sheetPath: string,
  heads: ReadonlyMap<string, Uint8Array>,
): Uint8Array<ArrayBuffer> {
  const names = [...archive.parts.keys()].filter(
    (name) => name === sheetPath || !/(?:worksheets\/[^/]*\.xml|media\/.*|\.bin)$/.test(name),
  );
  const parts = Object.fromEntries(names.map((name) => [name, heads.get(name) ?? bytesOf(archive, name)]));
  parts[WORKBOOK] = strToU8(textOf(archive, WORKBOOK).replace(DATES_FROM_1904, '$11"'));
  return zipSync(parts, { level: 0 }) as Uint8Array<ArrayBuffer>;
}

/** Converts a number displayed as a percentage. Any other text is returned unchanged, for the mapping to reject. */
function percentText(text: string): string {
  const fraction = numberText(text);
  return /^-?\d+(?:\.\d+)?$/.test(fraction) ? `${timesHundred(fraction)}%` : text;
}

function cellText(text: string): string {
  return /^-?\d*\.?\d+(?:E[+-]?\d+)?$/i.test(text) ? numberText(text) : text;
}

/**
 * Normalizes a number: workbooks write 17 digits of a number that has 15. A number with three decimal places gets a fourth, so
 * 1.234 can't be read as a thousand.
 */
function numberText(text: string): string {
  const plain = text.replace(/^-/, '');
  // Whole numbers are returned unchanged, including codes of 16 digits and more.
  if (/^\d+$/.test(plain)) return text;
  const decimal = Number(Number(text).toPrecision(DIGITS));
  if (!Number.isFinite(decimal)) return text;
  const written = /e/i.test(String(decimal)) ? decimal.toFixed(12).replace(/\.?0+$/, '') : String(decimal);
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(written) ? `${written}0` : written;
}

function dateText(date: Date): string {
  const time = Math.round(date.getTime() / MS_PER_SECOND) * MS_PER_SECOND;
  const isEarly = time >= EARLY.from && time < EARLY.before;
  const rounded = new Date(isEarly ? time + MS_PER_DAY : time);
  if (Number.isNaN(rounded.getTime())) return '#VALUE!';
  const [day = '', clock = ''] = rounded.toISOString().split('T');
  return clock.startsWith('00:00:00') ? day : `${day} ${clock.slice(0, 8)}`;
}
