import type { Format } from '~/hooks/use-format';

/** When a ledger was printed, and by which clock. */
export function printedAt(format: Format): string {
  return `Printed ${format.instant(new Date().toISOString())}`;
}
