import { zipSync } from 'fflate';
import { readSheet, type SheetData } from 'read-excel-file/web-worker';
import { timesHundred } from '~/domain/imports/number-text';
import { MessageError } from '~/hooks/api-fetch';
import { type Archive, bytesOf, openArchive } from './check-archive';
import type { FileContent } from './import-messages';
import { percentStylesOf, placeOf, scanSheet, sheetsOf } from './scan-sheet';

/** A date is a number of days to its reader, which is a millisecond off at times. */
const MS_PER_SECOND = 1_000;
/** Of a number in a workbook, that mean something. */
const DIGITS = 15;

/**
 * A sheet's cells as text, as they mean it and not as they are shown: dates in ISO, percentages with their sign, errors by name.
 * @param wanted the sheet's name; null for the first that is not hidden
 * @throws MessageError in words for the person who chose the file
 */
export async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: string | null,
): Promise<FileContent> {
  const archive = openArchive(bytes);
  const sheets = sheetsOf(archive);
  const sheet =
    sheets.find(({ name }) => name === wanted) ?? sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  if (!sheet) throw new MessageError('This workbook has no sheets.');
  const scan = scanSheet(archive, sheet.path, percentStylesOf(archive));
  let data: SheetData<string>;
  try {
    data = await readSheet(new Blob([storedCopy(archive, sheet.path)]), sheet.name, {
      trim: false,
      // Its own text: no digit is lost before it is known what the cell is.
      parseNumber: (text) => text,
    });
  } catch {
    throw new MessageError(
      'This workbook can’t be read. Open it in Excel, save it again as .xlsx, and choose that.',
    );
  }
  const numbers = scan.percents;
  const rows = data.map((cells, index) =>
    cells.map((value, column) => {
      const place = placeOf(index + 1, column);
      const error = scan.errors.get(place);
      if (error !== undefined) return error;
      if (value === null || value === undefined) return '';
      if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
      if ((value as unknown) instanceof Date) return dateText(value as unknown as Date);
      const text = String(value);
      return numbers.has(place) ? percentText(text) : cellText(text);
    }),
  );
  const { hiddenRows, merges, formulas, errors } = scan;
  return {
    rows,
    sheets: sheets.map(({ name }) => name),
    sheet: sheet.name,
    notes: { hiddenRows, merges, formulas, errors: errors.size, encoding: null },
  };
}

/**
 * The parts that a sheet needs, checked and not packed. The reader unpacks large parts in workers made of blobs, which the page's
 * content policy refuses: it would wait for them forever.
 */
function storedCopy(archive: Archive, sheetPath: string): Uint8Array<ArrayBuffer> {
  const names = [...archive.parts.keys()].filter(
    (name) => name === sheetPath || !/(?:worksheets\/[^/]*\.xml|media\/.*|\.bin)$/.test(name),
  );
  const parts = Object.fromEntries(names.map((name) => [name, bytesOf(archive, name)]));
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
  const rounded = new Date(Math.round(date.getTime() / MS_PER_SECOND) * MS_PER_SECOND);
  if (Number.isNaN(rounded.getTime())) return '#VALUE!';
  const [day = '', time = ''] = rounded.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`;
}
