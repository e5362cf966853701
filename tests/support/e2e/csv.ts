import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import Papa from 'papaparse';

export type CsvFile = { name: string; text: string; columns: string[]; rows: Record<string, string>[] };

/** Reads a downloaded CSV file as a spreadsheet would. */
export async function readCsv(download: Download): Promise<CsvFile> {
  const text = await readFile(await download.path(), 'utf8');
  const parsed = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  });
  if (parsed.errors.length > 0) throw new Error(JSON.stringify(parsed.errors[0]));
  return { name: download.suggestedFilename(), text, columns: parsed.meta.fields ?? [], rows: parsed.data };
}
