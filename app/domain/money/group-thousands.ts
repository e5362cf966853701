/**
 * A whole number as US text has it: 50000 as "50,000". Schemas say their limits so; `toLocaleString` would load the browser's `Intl` for
 * them before a screen can be used.
 */
export function groupThousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
