import type { CsvValue } from '~/domain/files/csv-line';
import { csvResponse } from './csv-response.server';

/**
 * A report's rows as JSON, or with `format=csv` as the lines of a file.
 * @param fileName without its ending
 * @param columns of the file, by the names they have in JSON
 */
export function reportResponse<Column extends string>(
  rows: readonly Record<Column, CsvValue>[],
  { format }: { format?: 'json' | 'csv' | '' },
  { fileName, columns }: { fileName: string; columns: readonly Column[] },
): readonly Record<Column, CsvValue>[] | Promise<Response> {
  if (format !== 'csv') return rows;
  return csvResponse(`${fileName}.csv`, columns, [[...rows]], (row) => columns.map((column) => row[column]));
}

/** What the name of a report's file says of how it is grouped: nothing in total. */
export function nameOfGroup(by: string): string {
  return by === 'total' ? '' : `-by-${by}`;
}
