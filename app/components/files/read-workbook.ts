import { strToU8, zipSync } from 'fflate';
import { readSheet, type SheetData } from 'read-excel-file/web-worker';
import { MS_PER_DAY } from '~/domain/calendar/calendar-date';
import { timesHundred } from '~/domain/imports/number-text';
import { MessageError } from '~/hooks/api-fetch';
import { type Archive, bytesOf, openArchive, textOf } from './check-archive';
import type { CandidateSheet, FileContent, OpenFile, OpenSheet } from './read-messages';
import {
  hasValues,
  type NumberStyles,
  numberStylesOf,
  placeOf,
  type SheetScan,
  scanSheet,
  scanSheetText,
  sheetsOf,
} from './scan-sheet';
import { headOfSheet, type SheetHead } from './sheet-head';

/** A date is a number of days to its reader, which is a millisecond off at times. */
const MS_PER_SECOND = 1_000;
/**
 * What the reader makes of Excel's January and February of 1900. Excel counts a February 29 in that year, which the reader makes up
 * for in the days before it too: January 1, which many lists have for an unknown day, comes as the day before.
 */
const EARLY = { from: Date.UTC(1899, 11, 31), before: Date.UTC(1900, 2, 1) };
const WORKBOOK = 'xl/workbook.xml';
/** LibreOffice writes `true`; the reader knows `1` alone. */
const DATES_FROM_1904 = /(<(?:\w+:)?workbookPr\b[^>]*\sdate1904=")true"/;
/** Of a number in a workbook, that mean something. */
const DIGITS = 15;

/** A workbook whose directory is checked, and the sheet of it to read. */
type Workbook = {
  archive: Archive;
  /** Those that have anything. */
  sheets: readonly { name: string }[];
  sheet: { name: string; path: string };
  styles: NumberStyles;
};

/** Apart from text that looks like a number, which is left as it is: well `12E3` is not 12000, nor `1.10` the same as `1.1`. */
type NumberCell = { number: string };

/**
 * A workbook as a file to be read: a sheet's cells as text, as they mean it and not as they are shown: dates in ISO, percentages
 * with their sign, codes with their zeros, errors by name.
 * @param wanted the sheet's name; null for the first that is not hidden and not empty
 * @throws MessageError in words for the person who chose the file
 */
export function openWorkbook(bytes: Uint8Array<ArrayBuffer>, wanted: string | null): OpenFile {
  const archive = openArchive(bytes);
  const all = sheetsOf(archive);
  const filled = all.filter(({ path }) => hasValues(archive, path));
  const sheets = filled.length > 0 ? filled : all;
  const shown = sheets.filter(({ isHidden }) => !isHidden);
  const named = all.find(({ name }) => name === wanted);
  const sheet = named ?? shown[0] ?? sheets[0];
  if (!sheet) throw new MessageError('This workbook has no sheets.');
  const styles = numberStylesOf(archive);
  const workbookAt = (sheet: Workbook['sheet']): Workbook => ({ archive, sheets, sheet, styles });
  return {
    ...openSheet(workbookAt(sheet)),
    candidates: named ? [] : shown.map((sheet) => candidateOf(workbookAt(sheet))),
  };
}

function openSheet(workbook: Workbook): OpenSheet {
  return {
    head: (rows) => readHead(workbook, rows, ({ isAll }) => !isAll),
    whole: () => readWhole(workbook),
  };
}

function candidateOf(workbook: Workbook): CandidateSheet {
  return {
    ...openSheet(workbook),
    name: workbook.sheet.name,
    start: async (rows) => (await readHead(workbook, rows, ({ isHeavy }) => !isHeavy))?.rows ?? [],
  };
}

/** What has to be read for a sheet's first rows: those rows, and the strings that they name. */
async function readHead(
  workbook: Workbook,
  rows: number,
  isWorth: (head: SheetHead) => boolean,
): Promise<FileContent | null> {
  const { archive, sheet, styles } = workbook;
  try {
    const head = headOfSheet(archive, sheet.path, rows);
    return head && isWorth(head) ? await read(workbook, head.parts, scanSheetText(head.text, styles)) : null;
  } catch {
    // Whatever is wrong shows when all of it is read.
    return null;
  }
}

async function readWhole(workbook: Workbook): Promise<FileContent> {
  const { archive, sheet, styles } = workbook;
  const scan = scanSheet(archive, sheet.path, styles);
  return read(workbook, new Map(), scan);
}

/** @param heads parts of which only the beginning is read */
async function read(
  { archive, sheets, sheet }: Workbook,
  heads: ReadonlyMap<string, Uint8Array>,
  scan: SheetScan,
): Promise<FileContent> {
  let data: SheetData<NumberCell>;
  try {
    data = await readSheet(new Blob([storedCopy(archive, sheet.path, heads)]), sheet.name, {
      trim: false,
      // Its own text: no digit is lost before it is known what the cell is.
      parseNumber: (number): NumberCell => ({ number }),
    });
  } catch {
    throw new MessageError(
      'This workbook can’t be read. Open it in Excel, save it again as .xlsx, and choose that.',
    );
  }
  const rows = data.map((cells, index) =>
    cells.map((value, column) => textOfCell(value, placeOf(index + 1, column), scan)),
  );
  const { hiddenRows, merges, formulas, errors } = scan;
  return {
    rows,
    sheets: sheets.map(({ name }) => name),
    sheet: sheet.name,
    notes: { hiddenRows, merges, formulas, errors: errors.size, encoding: null },
  };
}

function textOfCell(value: unknown, place: number, { errors, percents, codes }: SheetScan): string {
  const error = errors.get(place);
  if (error !== undefined) return error;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return dateText(value);
  if (!isNumber(value)) return String(value);
  const { number } = value;
  const code = codes.get(place);
  if (code !== undefined && /^\d+$/.test(number)) return codeText(number, code);
  return percents.has(place) ? percentText(number) : cellText(number);
}

function isNumber(value: unknown): value is NumberCell {
  return typeof value === 'object' && value !== null && 'number' in value;
}

/** A code that was entered as a number, with the zeros and dashes that its cell shows: of `00-000`, 123 is 00-123. */
function codeText(digits: string, shown: string): string {
  const count = shown.replace(/[^0]/g, '').length;
  const padded = digits.padStart(count, '0');
  let next = padded.length - count;
  return padded.slice(0, next) + shown.replace(/0/g, () => padded[next++]!);
}

/**
 * The parts that a sheet needs, checked and not packed. The reader unpacks large parts in workers made of blobs, which the page's
 * content policy refuses: it would wait for them forever.
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

/** A number that its cell shows as a percentage; anything else stays as it is, for the mapping to refuse. */
function percentText(text: string): string {
  const fraction = numberText(text);
  return /^-?\d+(?:\.\d+)?$/.test(fraction) ? `${timesHundred(fraction)}%` : text;
}

function cellText(text: string): string {
  return /^-?\d*\.?\d+(?:E[+-]?\d+)?$/i.test(text) ? numberText(text) : text;
}

/**
 * A number as its cell means it: a workbook writes 17 digits of a number that has 15. One with three decimal places gets a
 * fourth, or 1.234 could be read as a thousand.
 */
function numberText(text: string): string {
  const plain = text.replace(/^-/, '');
  // Codes of 16 digits and more are kept as they are written.
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
