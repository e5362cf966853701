import type Papa from 'papaparse';

/** Papaparse takes one kind of line break for all of a text and would merge rows that end with another. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Papaparse goes on after a quotation mark without its pair and takes the rows below for part of the cell. */
export function quotesProblem(errors: readonly Papa.ParseError[]): string | null {
  const error = errors.find(({ type }) => type === 'Quotes');
  return error ? `Row ${(error.row ?? 0) + 1} has a quotation mark without its pair.` : null;
}
