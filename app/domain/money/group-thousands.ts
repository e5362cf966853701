/**
 * Groups a whole number's digits in thousands, by default in US style: 50000 becomes "50,000". Schemas use it for
 * limits, because `toLocaleString` would load the browser's `Intl` before a screen becomes usable.
 */
export function groupThousands(whole: number | string, separator = ','): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, separator);
}

/** "1 layer", "1,200 layers": for messages, which are in US English. Screens use `countOf`, which follows the user's format. */
export function formatCount(count: number, noun: string): string {
  return `${groupThousands(count)} ${count === 1 ? noun : pluralize(noun)}`;
}

/** "layers", "entries" */
export function pluralize(noun: string): string {
  return noun.replace(/([^aeiou])y$/, '$1ie').concat('s');
}
