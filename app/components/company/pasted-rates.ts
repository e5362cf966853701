import { selectCells, type TableColumn } from '~/components/books/table-text';
import { type CalendarDate, isMonthEnd, isSupportedDate } from '~/domain/calendar/calendar-date';
import { TITLE_LINES } from '~/domain/files/title-lines';
import { readDateCell } from '~/domain/imports/date-text';
import type { FileRow } from '~/domain/imports/map-rows';
import {
  NO_ANSWERS,
  readCells,
  type TableAnswers,
  type TableQuestion,
} from '~/domain/imports/table-questions';

/**
 * Result of parsing lines: the input, questions still to answer, the first line that can't be saved once they are answered, and the
 * line of each field that the API may reject; or the problem with a line.
 */
export type Pasted<Input> =
  | {
      ok: true;
      input: Input;
      questions: TableQuestion[];
      unreadable: string | null;
      lineOf: (field: string) => number | null;
    }
  | { ok: false; problem: string };

type PastedLine = { line: number; first: string; second: string; percent: string };

const PERCENT_OR_BLANK = /^(?:\d*[.,]?\d+\s*%?)?$/;

/**
 * Parses rates as typed or pasted: three parts per line, separated by tabs, semicolons or commas, the last one a percentage. Skips
 * headings, the lines above them and blank columns at the end. The first part may contain commas. The API validates the parts.
 */
function readLines(
  text: string,
  { heading, needs }: { heading: RegExp; needs: (line: Omit<PastedLine, 'line'>) => string | null },
): { ok: true; lines: PastedLine[] } | { ok: false; problem: string } {
  const lines: PastedLine[] = [];
  const textLines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const firstRateIndex = findFirstRate(textLines, heading);
  for (const [index, content] of textLines.entries()) {
    if (content.trim() === '' || index < firstRateIndex) continue;
    const parts = splitLine(content);
    // Drop blank columns copied from a spreadsheet, up to the percentage.
    while (parts.length > 3 && parts.at(-1) === '' && PERCENT_OR_BLANK.test(parts.at(-2)!)) parts.pop();
    if (parts.length === 2) parts.push('');
    const [percent = '', second = ''] = [parts.pop(), parts.pop()];
    const line = { first: parts.join(', '), second, percent };
    const missing = needs(line);
    if (missing) return { ok: false, problem: `Line ${index + 1} needs ${missing}` };
    lines.push({ line: index + 1, ...line });
  }
  return lines.length > 0 ? { ok: true, lines } : { ok: false, problem: 'Enter at least one rate' };
}

/** Index of the line after the headings; 0 without headings, or if a line above them may be a rate. */
function findFirstRate(lines: readonly string[], heading: RegExp): number {
  const headingIndex = lines.slice(0, TITLE_LINES).findIndex((line) => heading.test(line.trim()));
  const linesAbove = lines.slice(0, Math.max(headingIndex, 0)).map(splitLine);
  return linesAbove.some((parts) => parts.filter(Boolean).length > 1) ? 0 : headingIndex + 1;
}

/** As in a CSV file, a quoted part may contain the separator, and doubled quotes. */
function splitLine(line: string): string[] {
  const unquoted = line.replace(/"[^"]*"/g, '');
  const separator = unquoted.includes('\t') ? '\t' : unquoted.includes(';') ? ';' : ',';
  const part = new RegExp(
    `(?:^|${separator})(?: *"((?:[^"]|"")*)" *(?=${separator}|$)|([^${separator}]*))`,
    'g',
  );
  return [...line.matchAll(part)].map(([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  );
}

export const DEPLETION_COLUMNS: readonly TableColumn[] = [
  { name: 'field', title: 'Field', isRequired: true },
  { name: 'month', title: 'Month', otherTitles: ['Period', 'Date'], isRequired: true },
  {
    name: 'percent',
    title: 'Percent',
    otherTitles: ['Rate', 'Depletion Rate', 'Depletion'],
    isRequired: true,
  },
];

export const RATE_COLUMNS: readonly TableColumn[] = [
  { name: 'date', title: 'Effective Date', otherTitles: ['Effective', 'Date', 'As Of'], isRequired: true },
  {
    name: 'maturity',
    title: 'Maturity',
    otherTitles: ['Years', 'Maturity Years', 'Term', 'Tenor'],
    isRequired: true,
  },
  { name: 'percent', title: 'Percent', otherTitles: ['Rate', 'Discount Rate', 'Yield'], isRequired: true },
];

/** Enough for the most rates that one request can save. A text field with millions of characters freezes the browser. */
const MAX_CHARACTERS = 500_000;

/**
 * Converts the rows of a file to lines that the user can review and correct: only these columns if they have titles, else all. Null
 * if the text is too long.
 */
export function rowsToText(rows: readonly FileRow[], columns: readonly TableColumn[]): string | null {
  const lines = selectCells(rows, columns) ?? rows;
  const text = lines
    .map(({ cells }) =>
      cells
        .map((cell) => cell.trim().replace(/\s+/g, ' '))
        .join('\t')
        .trimEnd(),
    )
    .filter((line) => line !== '')
    .join('\n');
  return text.length > MAX_CHARACTERS ? null : text;
}

type DepletionRates = { rates: { field: string; month: string; percent: string | null }[] };

/** Parses depletion rates: field, month and percent, one per line. A blank percentage removes the rate. */
export function readDepletionRates(text: string, answers: TableAnswers = NO_ANSWERS): Pasted<DepletionRates> {
  const parsed = readLines(text, {
    heading: /^"?field\b/i,
    needs: ({ first, second }) => (first && second ? null : 'a field, a month and a percentage'),
  });
  if (!parsed.ok) return parsed;
  const { columns, problems, questions } = readCells(
    [{ label: 'Percent', kind: 'share', cells: parsed.lines.map(({ percent }) => percent) }],
    answers,
  );
  const rates = parsed.lines.map(({ first, second }, index) => ({
    field: first,
    month: parseMonth(second),
    percent: columns[0]![index] || null,
  }));
  const lineOf = (field: string) => parsed.lines[Number(/^rates\.(\d+)/.exec(field)?.[1])]?.line ?? null;
  return {
    ok: true,
    input: { rates },
    questions,
    unreadable: unreadableLine(parsed.lines, problems),
    lineOf,
  };
}

function unreadableLine(lines: readonly PastedLine[], problems: ReadonlyMap<number, string>): string | null {
  const [first] = problems;
  return first ? `Line ${lines[first[0]]!.line}: ${first[1]}` : null;
}

/** Excel turns 2026-09 into a date and copies the displayed text: Sep-26, 9/1/2026. */
function parseMonth(text: string): string {
  const yearFirst = /^(\d{4})[-/.](\d{1,2})$/.exec(text);
  if (yearFirst) return `${yearFirst[1]}-${yearFirst[2]!.padStart(2, '0')}`;
  const yearLast = /^(\d{1,2})[-/.](\d{4})$/.exec(text);
  if (yearLast) return `${yearLast[2]}-${yearLast[1]!.padStart(2, '0')}`;
  const monthMatch = /^([a-z]+)\.?[ -](?:(\d{4})|'?(\d{2}))$/i.exec(text);
  const day = readDateCell(
    monthMatch ? `${monthMatch[1]} 1, ${monthMatch[2] ?? `20${monthMatch[3]}`}` : text,
  );
  // For 9/1/2026 and 1/9/2026, use the reading that is the first or last day of a month.
  const readings = day.kind === 'sure' ? [day.date] : day.kind === 'ordered' ? [day.mdy, day.dmy] : [];
  return readings.find((date) => date !== null && bordersMonth(date))?.slice(0, 7) ?? text;
}

function bordersMonth(date: CalendarDate): boolean {
  return isSupportedDate(date) && (date.endsWith('-01') || isMonthEnd(date));
}

type PastedTable = {
  effectiveOn: string;
  discountRates?: { years: string; rate: string }[];
  inflationRate?: string;
};

/**
 * Parses rate tables: effective date, maturity in years or "inflation", and percent, one per line. Lines with the same date form
 * one table.
 */
export function readRateTables(
  text: string,
  answers: TableAnswers = NO_ANSWERS,
): Pasted<{ tables: PastedTable[] }> {
  const parsed = readLines(text, {
    heading: /^"?(effective|date)\b/i,
    needs: ({ first, second, percent }) => {
      if (beginsWithDate(first)) return 'a single maturity. Put each one on its own line';
      return first && second && percent ? null : 'a date, a maturity or “inflation”, and a percentage';
    },
  });
  if (!parsed.ok) return parsed;
  const { columns, problems, questions } = readCells(
    [
      { label: 'Date', kind: 'date', cells: parsed.lines.map(({ first }) => first) },
      { label: 'Maturity', kind: 'number', cells: parsed.lines.map(({ second }) => parseYears(second)) },
      { label: 'Percent', kind: 'rate', cells: parsed.lines.map(({ percent }) => percent) },
    ],
    answers,
  );
  const tables = new Map<string, PastedTable>();
  /** Line numbers by API field prefix. A table maps to its first line, which has its date. */
  const lines = new Map<string, number>();
  for (const [index, { line, second }] of parsed.lines.entries()) {
    const [effectiveOn, years, percent] = columns.map((column) => column[index]!) as [string, string, string];
    const table = tables.get(effectiveOn) ?? { effectiveOn };
    const tableIndex = tables.has(effectiveOn) ? [...tables.keys()].indexOf(effectiveOn) : tables.size;
    if (!tables.has(effectiveOn)) lines.set(`tables.${tableIndex}`, line);
    tables.set(effectiveOn, table);
    if (isInflation(second)) {
      if (table.inflationRate !== undefined) {
        return { ok: false, problem: `Line ${line}: ${effectiveOn} already has an inflation rate` };
      }
      table.inflationRate = percent;
      lines.set(`tables.${tableIndex}.inflationRate`, line);
    } else {
      table.discountRates ??= [];
      lines.set(`tables.${tableIndex}.discountRates.${table.discountRates.length}`, line);
      table.discountRates.push({ years, rate: percent });
    }
  }
  const lineOf = (field: string): number | null => {
    const parts = field.split('.');
    for (let count = parts.length; count > 0; count -= 1) {
      const line = lines.get(parts.slice(0, count).join('.'));
      if (line !== undefined) return line;
    }
    return null;
  };
  const unreadable = unreadableLine(parsed.lines, problems);
  return { ok: true, input: { tables: [...tables.values()] }, questions, unreadable, lineOf };
}

/** True when more text follows a date, as in a table with its maturities side by side. A date may contain a comma. */
function beginsWithDate(text: string): boolean {
  const parts = text.split(', ');
  const beginnings = [1, 2].filter((count) => count < parts.length);
  return beginnings.some((count) => !UNDATED.includes(readDateCell(parts.slice(0, count).join(', ')).kind));
}

const UNDATED: readonly string[] = ['blank', 'placeholder', 'unreadable'];

function isInflation(maturity: string): boolean {
  return /^infl/i.test(maturity);
}

function parseYears(maturity: string): string {
  return isInflation(maturity) ? '' : maturity.replace(/\s*(years?|yrs?|y)$/i, '');
}
