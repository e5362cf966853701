import { BYTE_ORDER_MARK, type CsvValue, csvLine } from '~/domain/files/csv-line';
import { streamedResponse } from './streamed-response.server';

/**
 * A CSV file, written batch by batch: a header line with the column names, then one line per row. Handles errors like
 * streamedResponse.
 * @param fileName default name when the file is saved
 */
export function csvResponse<Row>(
  fileName: string,
  columns: readonly string[],
  batches: AsyncIterable<Row[]> | Iterable<Row[]>,
  cellsOf: (row: Row) => readonly CsvValue[],
): Promise<Response> {
  async function* generateCsv() {
    yield BYTE_ORDER_MARK + csvLine(columns);
    for await (const batch of batches) {
      if (batch.length > 0) yield batch.map((row) => csvLine(cellsOf(row))).join('');
    }
  }
  return streamedResponse(generateCsv(), {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
  });
}
