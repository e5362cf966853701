import { MAX_CSV_COLUMNS } from '~/domain/files/well-csv';
import { groupThousands } from '~/domain/money/group-thousands';
import { MessageError } from '~/hooks/api-fetch';
import { type Archive, ENOUGH, textOf, unpack } from './check-archive';

/** Far more rows than any company has wells, yet few enough to hold in memory. */
const MAX_SHEET_ROWS = 300_000;

/** Information about a sheet that isn't part of its cell values. */
export type SheetScan = {
  /** Text to use instead of a cell's value, by position: errors, and formulas without a result. */
  errors: Map<number, string>;
  /** Positions of numbers displayed as percentages. */
  percents: Set<number>;
  /** Display formats of codes entered as numbers, by position: `00-000-00000`. */
  codes: Map<number, string>;
  hiddenRows: number[];
  merges: number;
  formulas: number;
};

/** Styles of a workbook, by index, whose cells mean something other than their plain number. */
export type NumberStyles = { percents: ReadonlySet<number>; codes: ReadonlyMap<number, string> };

/** A cell's position as one number; rows count from 1, columns from 0. */
export function cellKey(row: number, column: number): number {
  return row * 16_384 + column;
}

const UNCALCULATED = '#N/A';
const ELEMENT = /<(?:\w+:)?(row|c|mergeCell)\b([^>]*?)(\/)?>/g;
const MAX_ELEMENT = 40_000;

/**
 * Scans a sheet's XML once for its size and for what the reader doesn't report, so an error is never read as a blank, 8% as 0.08,
 * or well 00123 as 123.
 * @throws MessageError if the sheet is too large or damaged
 */
export function scanSheet(archive: Archive, path: string, styles: NumberStyles): SheetScan {
  const scan = emptyScan();
  let unscanned = '';
  unpack(archive, path, (text) => {
    unscanned += text;
    unscanned = unscanned.slice(scanText(unscanned, scan, styles, false));
  });
  scanText(unscanned, scan, styles, true);
  return scan;
}

/** Like scanSheet, for sheet text that is already unpacked. */
export function scanSheetText(text: string, styles: NumberStyles): SheetScan {
  const scan = emptyScan();
  scanText(text, scan, styles, true);
  return scan;
}

function emptyScan(): SheetScan {
  return { errors: new Map(), percents: new Set(), codes: new Map(), hiddenRows: [], merges: 0, formulas: 0 };
}

/** @returns end of the consumed text; an element cut off there is read with the next chunk */
function scanText(text: string, scan: SheetScan, styles: NumberStyles, isLast: boolean): number {
  ELEMENT.lastIndex = 0;
  for (let match = ELEMENT.exec(text); match; match = ELEMENT.exec(text)) {
    const [whole, name, attributes = '', isEmpty] = match;
    const end = match.index + whole.length;
    if (name === 'row') scanRow(attributes, scan);
    else if (name === 'mergeCell') scan.merges += 1;
    else if (!isEmpty) {
      const closing = findCellEnd(text, end);
      if (closing < 0) {
        // A cell never spans more text than this, so give up on it.
        if (!isLast && text.length - match.index < MAX_ELEMENT) return match.index;
        continue;
      }
      scanCell(attributes, text.slice(end, closing), scan, styles);
      ELEMENT.lastIndex = closing;
    } else scanCell(attributes, '', scan, styles);
  }
  if (isLast) return text.length;
  // The text may end inside a tag.
  const open = text.lastIndexOf('<');
  return open >= 0 && !text.includes('>', open) ? open : text.length;
}

function findCellEnd(text: string, from: number): number {
  const plain = text.indexOf('</c>', from);
  if (plain >= 0) return plain;
  const prefixed = /<\/\w+:c>/g;
  prefixed.lastIndex = from;
  return prefixed.exec(text)?.index ?? -1;
}

function scanRow(attributes: string, { hiddenRows }: SheetScan): void {
  const row = Number(/\br="(\d+)"/.exec(attributes)?.[1]);
  if (row > MAX_SHEET_ROWS) throw tooManyRowsError(row);
  if (row && /\bhidden="(?:1|true)"/.test(attributes)) hiddenRows.push(row);
}

function scanCell(attributes: string, content: string, scan: SheetScan, styles: NumberStyles): void {
  const [, letters = '', digits] = /\br="([A-Z]{1,3})(\d{1,7})"/.exec(attributes) ?? [];
  const row = Number(digits);
  if (row > MAX_SHEET_ROWS) throw tooManyRowsError(row);
  if (content === '') return;
  const column = columnOf(letters);
  if (column >= MAX_CSV_COLUMNS) {
    throw new MessageError(
      `The sheet has a value in column ${letters}. At most ${MAX_CSV_COLUMNS} columns can be imported. Delete the extra columns and save the workbook again.`,
    );
  }
  const type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n';
  const isFormula = content.includes('<f') || /<\w+:f\b/.test(content);
  const value = /<(?:\w+:)?v\b[^>]*>([^<]*)</.exec(content)?.[1];
  if (isFormula) scan.formulas += 1;
  if (type === 'e') scan.errors.set(cellKey(row, column), value || UNCALCULATED);
  else if (isFormula && value === undefined && type !== 'inlineStr') {
    scan.errors.set(cellKey(row, column), UNCALCULATED);
  } else if (type === 'n') {
    const style = Number(/\bs="(\d+)"/.exec(attributes)?.[1]);
    const code = styles.codes.get(style);
    if (styles.percents.has(style)) scan.percents.add(cellKey(row, column));
    else if (code !== undefined) scan.codes.set(cellKey(row, column), code);
  }
}

/** A=0, B=1, … */
function columnOf(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}

function tooManyRowsError(row: number): MessageError {
  return new MessageError(
    `The sheet extends to row ${groupThousands(row)}. Delete the empty rows below your data and save the workbook again.`,
  );
}

/** Zeros as digit placeholders, with separators, such as `00000` or `00-000-00000`. */
const CODE = /^0[-/ 0]*0$/;

/** Cell styles that display a number as a percentage, or as a code with a fixed number of digits. */
export function numberStylesOf(archive: Archive): NumberStyles {
  const text = textOf(archive, 'xl/styles.xml');
  const formats = new Map([
    [9, '0%'],
    [10, '0.00%'],
  ]);
  for (const [element] of text.matchAll(/<(?:\w+:)?numFmt\b[^>]*>/g)) {
    const id = /\bnumFmtId="(\d+)"/.exec(element)?.[1];
    const code = /\bformatCode="([^"]*)"/.exec(element)?.[1];
    if (id && code !== undefined) formats.set(Number(id), code);
  }
  const cells = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(text)?.[0] ?? '';
  const styles = [...cells.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)].map(([element]) =>
    formats.get(Number(/\bnumFmtId="(\d+)"/.exec(element)?.[1])),
  );
  const percents = new Set<number>();
  const codes = new Map<number, string>();
  for (const [index, format = ''] of styles.entries()) {
    if (format.replace(/&quot;.*?&quot;|\\./g, '').includes('%')) percents.add(index);
    const pattern = format.replace(/;.*|&quot;|\\/g, '');
    if (CODE.test(pattern)) codes.set(index, pattern);
  }
  return { percents, codes };
}

const VALUE = /<(?:\w+:)?[vt]\b[^>]*>[^<]/;
/** Longest part of an element matched by VALUE that a chunk boundary can cut off. */
const ELEMENT_START = 100;

/** True when any cell of a sheet has a value. For most sheets, only the beginning is unpacked. */
export function hasValues(archive: Archive, path: string): boolean {
  let tail = '';
  let hasValue = false;
  try {
    unpack(archive, path, (text) => {
      const joined = tail + text;
      hasValue = VALUE.test(joined);
      tail = joined.slice(-ELEMENT_START);
      return hasValue ? ENOUGH : null;
    });
  } catch {
    // A damaged sheet isn't an empty one. Reading it reports the problem.
    return true;
  }
  return hasValue;
}

/** A workbook's sheets in order, with hidden ones flagged. */
export function sheetsOf(archive: Archive): { name: string; path: string; isHidden: boolean }[] {
  const relations = new Map(
    [...textOf(archive, 'xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].map(
      ([element]) => [attribute(element, 'Id'), attribute(element, 'Target')] as const,
    ),
  );
  return [...textOf(archive, 'xl/workbook.xml').matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].flatMap(([element]) => {
    const target = relations.get(attribute(element, '\\w+:id')) ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
    const name = unescapeXml(attribute(element, 'name'));
    if (!archive.parts.has(path) || !/worksheets?\//.test(path)) return [];
    return [{ name, path, isHidden: /hidden/i.test(attribute(element, 'state')) }];
  });
}

function attribute(element: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] ?? '';
}

function unescapeXml(text: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(lt|gt|quot|apos|amp));/gi, (_, ten, hex, name) =>
    name ? (entities[name] ?? '') : String.fromCodePoint(Number.parseInt(ten ?? hex, ten ? 10 : 16)),
  );
}
