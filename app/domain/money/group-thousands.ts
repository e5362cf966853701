/**
 * A whole number with its thousands apart, as US text has it unless told otherwise: 50000 as "50,000". Schemas say their limits so;
 * `toLocaleString` would load the browser's `Intl` for them before a screen can be used.
 */
export function groupThousands(whole: number | string, separator = ','): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, separator);
}

/** "1 layer", "1,200 layers": for messages, which are in US English. Screens have `countOf`, in the person's format. */
export function countInWords(count: number, noun: string): string {
  return `${groupThousands(count)} ${count === 1 ? noun : pluralOf(noun)}`;
}

/** "layers", "entries" */
export function pluralOf(noun: string): string {
  return noun.replace(/([^aeiou])y$/, '$1ie').concat('s');
}
