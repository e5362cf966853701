import { BYTE_ORDER_MARK, type CsvValue, csvLine } from '~/domain/files/csv-line';
import { apiResponse } from './api-fetch';

/** Rows written at a time, so that a long report does not hold all its text twice. */
const CHUNK_ROWS = 10_000;

export type { CsvValue };
export type CsvRow = Readonly<Record<string, CsvValue>>;

/** Builds a CSV file with a header line and one line a row, and hands it to the browser as a download. */
export function saveCsv(fileName: string, columns: readonly string[], rows: readonly CsvRow[]): void {
  saveCsvTable(fileName, columns, rows, (row) => columns.map((column) => row[column]));
}

/** As saveCsv, for columns that have a place rather than a name: titles from outside may be blank or repeat. */
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

/** Hands the lines of a CSV file, as they are, to the browser as a download. */
export function saveCsvText(fileName: string, lines: readonly string[]) {
  saveFile(fileName, new Blob([BYTE_ORDER_MARK, ...lines], { type: 'text/csv;charset=utf-8' }));
}

/**
 * Fetches a CSV file that the server writes, without ever making rows of it.
 * @param path the call that answers the rows as JSON
 * @throws ApiError, NetworkError
 */
export async function fetchCsvFile(path: string, companyId: string | null): Promise<Blob> {
  const separator = path.includes('?') ? '&' : '?';
  const response = await apiResponse(`${path}${separator}format=csv`, { companyId });
  return response.blob();
}

/** Hands a file to the browser as a download. */
export function saveFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Some browsers read the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
