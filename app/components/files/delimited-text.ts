import type Papa from 'papaparse';

/** Papa Parse uses a single line break style per text and would merge rows that end in another one. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Error text for an unmatched quote, which makes Papa Parse read the following rows as part of the cell; null if there is none. */
export function quotesProblem(errors: readonly Papa.ParseError[]): string | null {
  const error = errors.find(({ type }) => type === 'Quotes');
  return error ? `Row ${(error.row ?? 0) + 1} has an unmatched quotation mark.` : null;
}
