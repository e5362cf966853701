import { csvCell } from './csv-cell';

const LINE_END = '\r\n';
/** IIF has no escape for tabs or quotation marks inside a cell. */
const TABS = /\t/g;
const QUOTES = /"/g;

/**
 * One line of a QuickBooks IIF file, including the line end. Cells are written by `csvCell`, with tabs replaced by
 * spaces and double quotes by single ones.
 */
export function iifLine(cells: readonly string[]): string {
  return cells.map((cell) => csvCell(cell.replace(TABS, ' ').replace(QUOTES, "'"))).join('\t') + LINE_END;
}
