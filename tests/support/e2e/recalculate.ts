import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
        /-([^-]+)\.csv$/.exec(name)?.[1] ?? name,
        Papa.parse<string[]>(readFileSync(join(out, name), 'utf8')).data,
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
