import { BYTE_ORDER_MARK, type CsvValue, csvLine } from '~/domain/files/csv-line';
import { apiResponse } from './api-fetch';

/** Rows joined per string, so a long report's text isn't in memory twice. */
const CHUNK_ROWS = 10_000;

export type { CsvValue };
export type CsvRow = Readonly<Record<string, CsvValue>>;

/** Builds a CSV file with a header line and one line per row, and downloads it. */
export function saveCsv(fileName: string, columns: readonly string[], rows: readonly CsvRow[]): void {
  saveCsvTable(fileName, columns, rows, (row) => columns.map((column) => row[column]));
}

/** Like saveCsv, but identifies columns by position, because imported titles may be blank or repeated. */
export function saveCsvTable<Row>(
  fileName: string,
  titles: readonly string[],
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly CsvValue[],
): void {
  const parts = [csvLine(titles)];
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    const chunk = rows.slice(start, start + CHUNK_ROWS);
    parts.push(chunk.map((row) => csvLine(cellsOf(row))).join(''));
  }
  saveCsvText(fileName, parts);
}

/** Downloads lines that are already CSV text. */
export function saveCsvText(fileName: string, lines: readonly string[]) {
  saveFile(fileName, new Blob([BYTE_ORDER_MARK, ...lines], { type: 'text/csv;charset=utf-8' }));
}

/**
 * Fetches a CSV file written by the server, without parsing its rows.
 * @param path API path that returns the same rows as JSON
 * @throws ApiError, NetworkError
 */
export async function fetchCsvFile(path: string, companyId: string | null): Promise<Blob> {
  const separator = path.includes('?') ? '&' : '?';
  const response = await apiResponse(`${path}${separator}format=csv`, { companyId });
  return response.blob();
}

/** Starts a browser download. */
export function saveFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Some browsers read the URL only after the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
