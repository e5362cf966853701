import type { Format } from './use-format';

/** "1 layer", "241 layers" */
export function countOf(count: number, noun: string, format: Format): string {
  return `${format.integer(count)} ${noun}${count === 1 ? '' : 's'}`;
}
