import { csvCell } from '~/domain/csv-cell';

/** Rows written at a time, so that a long report does not hold all its text twice. */
const CHUNK_ROWS = 10_000;
const LINE_END = '\r\n';
/** Without it a spreadsheet takes UTF-8 for the machine's own encoding, and Ø for two other letters. */
const BYTE_ORDER_MARK = '\uFEFF';

export type CsvRow = Readonly<Record<string, string | number | null | undefined>>;

/** Builds a CSV file with a header line and one line a row, and hands it to the browser as a download. */
export async function saveCsv(fileName: string, columns: readonly string[], rows: readonly CsvRow[]) {
  const { default: Papa } = await import('papaparse');
  const lines = (data: string[][]) => Papa.unparse(data, { newline: LINE_END }) + LINE_END;
  const parts = [BYTE_ORDER_MARK, lines([[...columns]])];
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    const chunk = rows.slice(start, start + CHUNK_ROWS);
    parts.push(lines(chunk.map((row) => columns.map((column) => csvCell(row[column] ?? '')))));
  }
  saveFile(fileName, new Blob(parts, { type: 'text/csv;charset=utf-8' }));
}

function saveFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Some browsers read the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
