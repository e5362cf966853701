import { deepStrictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/node';
import { isCalcInstalled } from '../bench/calc-peer';

/** Commas, quotes, UTF-8, raw values instead of displayed ones, and each sheet in its own file. */
const RAW_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1';

/**
 * A workbook as read by a program that computes nothing. If LibreOffice is installed, it computes every formula, and each result must
 * match the one in the file.
 * @returns the rows of each sheet by its name
 */
export async function sheetsOf(path: string): Promise<Record<string, string[][]>> {
  const stored = Object.fromEntries(
    (await readWorkbook(path)).map(({ sheet, data }) => [sheet, data.map((row) => row.map(toText))]),
  );
  if (isCalcInstalled()) deepStrictEqual(numbersIn(recalculate(path)), numbersIn(stored));
  return stored;
}

function toText(value: unknown): string {
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? '');
}

/** Drops blank cells, which may be missing; LibreOffice displays fifteen digits, and percentages with their sign. */
function numbersIn(sheets: Record<string, string[][]>): Record<string, string[]> {
  const texts = (rows: string[][]) =>
    rows.flatMap((row, line) =>
      row.flatMap((cell, column) => (cell === '' ? [] : [`${line} ${column} ${inDigits(cell)}`])),
    );
  return Object.fromEntries(Object.entries(sheets).map(([name, rows]) => [name, texts(rows)]));
}

function inDigits(cell: string): string {
  const [, number, sign] = /^(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)(%?)$/i.exec(cell) ?? [];
  if (number === undefined) return cell;
  return String(Number((Number(number) / (sign ? 100 : 1)).toPrecision(12)));
}

/** Removes the stored results and has LibreOffice compute every formula. */
function recalculate(path: string): Record<string, string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'aro-workbook-'));
  try {
    const files = unzipSync(readFileSync(path));
    for (const [name, content] of Object.entries(files)) {
      if (!name.startsWith('xl/worksheets/')) continue;
      files[name] = strToU8(strFromU8(content).replaceAll(/<\/f><v>[^<]*<\/v>/g, '</f>'));
    }
    const bare = join(folder, 'bare.xlsx');
    writeFileSync(bare, zipSync(files));
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const out = join(folder, 'sheets');
    execFileSync('soffice', [profile, '--headless', '--convert-to', RAW_CSV, '--outdir', out, bare], {
      stdio: 'ignore',
      timeout: 120_000,
    });
    return Object.fromEntries(
      readdirSync(out).map((name) => [
        name.slice('bare-'.length, -'.csv'.length),
        Papa.parse<string[]>(readFileSync(join(out, name), 'utf8')).data,
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rows below the headings of a sheet, by column; the last row has the totals. */
export function tableOf(rows: string[][] | undefined, firstHeading: string): Record<string, string>[] {
  const at = rows?.findIndex(([first]) => first === firstHeading) ?? -1;
  if (!rows || at < 0) throw new Error(`No table begins with "${firstHeading}"`);
  const headings = rows[at]!;
  return rows
    .slice(at + 1)
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? ''])));
}

/** A computed amount in cents. Throws if it is not a number, such as an error in a formula. */
export function computedCents(amount: string | undefined): number {
  const cents = Math.round(Number(amount) * 100);
  if (!amount || Number.isNaN(cents)) throw new Error(`"${amount}" is no amount`);
  return cents;
}
