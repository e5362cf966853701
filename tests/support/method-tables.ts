import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { YearFraction } from '~/domain/books/accretion';
import { type Cents, formatCents, parseMoney } from '~/domain/money/money';
import { parseRate } from '~/domain/money/rate';

/** The tables of docs/accounting-method.md, and the meaning of their cells. */
export const DOCUMENT = readFileSync(new URL('../../docs/accounting-method.md', import.meta.url), 'utf8');

/** A table row by column header. */
export type Row = Record<string, string>;

/** Like `tableOf`, but each row has a title for its test. */
export function casesOf(heading: string, column: string): [title: string, row: Row][] {
  return tableOf(heading, column).map((row) => [`${heading}: ${Object.values(row).join(', ')}`, row]);
}

/** Rows of the table below a heading that has the given column. */
export function tableOf(heading: string, column: string): Row[] {
  const section = DOCUMENT.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const tables = section.match(/(?:^\|.*\n)+/gm) ?? [];
  for (const table of tables) {
    const [heads, , ...rows] = table.trim().split('\n').map(cellsOf);
    if (!heads?.includes(column)) continue;
    return rows.map((cells) => Object.fromEntries(heads.map((head, index) => [head, cells[index]!])));
  }
  throw new Error(`There is no table with ${column} below ${heading}`);
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

/** Compares amounts in a row's columns with computed cents. */
export function expectFigures(row: Row, computed: Record<string, Cents>): void {
  const shown = Object.keys(computed).map((column) => [column, formatCents(cents(row[column]))]);
  const expected = Object.entries(computed).map(([column, value]) => [column, formatCents(value)]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
}

export function cents(text = ''): Cents {
  const parsed = parseMoney(text.replaceAll(',', ''));
  if (!parsed.ok) throw new Error(`"${text}" is no amount: ${parsed.reason}`);
  return parsed.cents;
}

export function rate(text = ''): number {
  const parsed = parseRate(text.replace('%', ''));
  if (!parsed.ok) throw new Error(`"${text}" is no rate: ${parsed.reason}`);
  return parsed.rateBp;
}

export function fraction(text = ''): YearFraction {
  const [numerator, denominator = 1] = text.split('/').map(Number);
  return { numerator: numerator!, denominator };
}
/** An amount as written in the tables; blank for null. */
export function written(value: Cents | null): string {
  return value === null ? '' : formatCents(value).replace(/\B(?=(\d{3})+\.)/g, ',');
}
