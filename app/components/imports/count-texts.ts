import { countOf } from '~/hooks/count-of';
import type { Format } from '~/hooks/use-format';

/** "48 rows, 15 columns" */
export function sizeText(rows: number, columns: number, format: Format): string {
  return `${countOf(rows, 'row', format)}, ${countOf(columns, 'column', format)}`;
}

export function errorCellsText(cells: number, format: Format): string {
  const have = cells === 1 ? 'has' : 'have';
  return `${countOf(cells, 'cell', format)} ${have} an error such as #REF!, or a formula without a result. Rows with one in a matched column are skipped.`;
}

export function formulaCellsText(cells: number, format: Format): string {
  const [have, result] =
    cells === 1 ? ['has a formula', 'Its result was'] : ['have formulas', 'Their results were'];
  return `${countOf(cells, 'cell', format)} ${have}. ${result} read as the file was last saved.`;
}

export function skippedRowsText(
  { failing, total }: { failing: number; total: number },
  format: Format,
): string {
  const have = failing === 1 ? 'has an error' : 'have errors';
  return `${format.integer(failing)} of ${countOf(total, 'row', format)} ${have} and will be skipped. The rest will be imported.`;
}
