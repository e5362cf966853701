import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Papa from 'papaparse';

/** Comma, quotes, UTF-8, values as they are and not as they are shown, and every sheet in a file of its own. */
const RAW_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1';

/**
 * Opens a workbook in LibreOffice, which computes every formula, for the file has no results.
 * @returns the rows of each sheet by its name
 */
export function recalculate(path: string): Record<string, string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'aro-workbook-'));
  try {
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const out = join(folder, 'sheets');
    execFileSync('soffice', [profile, '--headless', '--convert-to', RAW_CSV, '--outdir', out, path], {
      stdio: 'ignore',
      timeout: 120_000,
    });
    return Object.fromEntries(
      readdirSync(out).map((name) => [
        name.slice(`${basename(path, '.xlsx')}-`.length, -'.csv'.length),
        Papa.parse<string[]>(readFileSync(join(out, name), 'utf8')).data,
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The rows below the headings of a sheet, by column; the totals are the last. */
export function tableOf(rows: string[][] | undefined, firstHeading: string): Record<string, string>[] {
  const at = rows?.findIndex(([first]) => first === firstHeading) ?? -1;
  if (!rows || at < 0) throw new Error(`No table begins with "${firstHeading}"`);
  const headings = rows[at]!;
  return rows
    .slice(at + 1)
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? ''])));
}

/** A computed amount in cents. Fails for what is no number, such as an error in a formula. */
export function computedCents(amount: string | undefined): number {
  const cents = Math.round(Number(amount) * 100);
  if (!amount || Number.isNaN(cents)) throw new Error(`"${amount}" is no amount`);
  return cents;
}
