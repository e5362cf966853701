import { countOf } from '~/hooks/count-of';
import type { Format } from '~/hooks/use-format';

export function errorCellsText(cells: number, format: Format): string {
  const have = cells === 1 ? 'has' : 'have';
  return `${countOf(cells, 'cell', format)} ${have} an error such as #REF!, or a formula without a result.`;
}

export function formulaCellsText(cells: number, format: Format): string {
  const [have, result] =
    cells === 1
      ? ['has a formula', 'Its last saved result was']
      : ['have formulas', 'Their last saved results were'];
  return `${countOf(cells, 'cell', format)} ${have}. ${result} used.`;
}
