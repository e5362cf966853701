import { pluralize } from '~/domain/money/group-thousands';
import type { Format } from './use-format';

/** "1 layer", "241 layers", "1,048 entries" */
export function countOf(count: number, noun: string, format: Format): string {
  return `${format.integer(count)} ${count === 1 ? noun : pluralize(noun)}`;
}
