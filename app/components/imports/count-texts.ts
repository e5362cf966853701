import { countOf } from '~/hooks/count-of';
import type { Format } from '~/hooks/use-format';

export function skippedRowsText(
  { failing, total }: { failing: number; total: number },
  format: Format,
): string {
  const have = failing === 1 ? 'has an error' : 'have errors';
  return `${format.integer(failing)} of ${countOf(total, 'row', format)} ${have} and will be skipped. The rest will be imported.`;
}
