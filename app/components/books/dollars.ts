import type { Format } from '~/hooks/use-format';

/** "27070.90" as $27,070.90, and a negative amount as ($1,104.11); in the person's currency sign. */
export function dollars(format: Format, amount: string): string {
  return format.currency(amount);
}
