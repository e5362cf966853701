import { csvCell } from './csv-cell';

const LINE_END = '\r\n';
/** IIF has no way to write them inside a cell. */
const TABS = /\t/g;
const QUOTES = /"/g;

/** One line of QuickBooks' IIF, its end included: cells as `csvCell` writes them, without tabs, and quotation marks made single. */
export function iifLine(cells: readonly string[]): string {
  return cells.map((cell) => csvCell(cell.replace(TABS, ' ').replace(QUOTES, "'"))).join('\t') + LINE_END;
}
