import { csvCell } from '~/domain/files/csv-cell';

/** Rows written at a time, so that a long report does not hold all its text twice. */
const CHUNK_ROWS = 10_000;
const LINE_END = '\r\n';
/** Without it a spreadsheet takes UTF-8 for the machine's own encoding, and Ø for two other letters. */
const BYTE_ORDER_MARK = '\uFEFF';

export type CsvValue = string | number | null | undefined;
export type CsvRow = Readonly<Record<string, CsvValue>>;

/** Builds a CSV file with a header line and one line a row, and hands it to the browser as a download. */
export function saveCsv(fileName: string, columns: readonly string[], rows: readonly CsvRow[]) {
  return saveCsvTable(fileName, columns, rows, (row) => columns.map((column) => row[column]));
}

/** As saveCsv, for columns that have a place rather than a name: titles from outside may be blank or repeat. */
export async function saveCsvTable<Row>(
  fileName: string,
  titles: readonly string[],
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly CsvValue[],
) {
  const { default: Papa } = await import('papaparse');
  const lines = (data: (readonly CsvValue[])[]) =>
    Papa.unparse(
      data.map((cells) => cells.map((cell) => csvCell(cell ?? ''))),
      { newline: LINE_END },
    ) + LINE_END;
  const parts = [lines([titles])];
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    parts.push(lines(rows.slice(start, start + CHUNK_ROWS).map(cellsOf)));
  }
  saveCsvText(fileName, parts);
}

/** Hands the lines of a CSV file, as they are, to the browser as a download. */
export function saveCsvText(fileName: string, lines: readonly string[]) {
  saveFile(fileName, new Blob([BYTE_ORDER_MARK, ...lines], { type: 'text/csv;charset=utf-8' }));
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
