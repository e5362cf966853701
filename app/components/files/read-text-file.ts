import Papa from 'papaparse';
import { readCsvCell } from '~/domain/files/csv-cell';
import { decodeText } from '~/domain/files/decode-text';
import { groupThousands } from '~/domain/money/group-thousands';
import { MessageError } from '~/hooks/api-fetch';
import { quotesProblem, withLineFeeds } from './delimited-text';
import type { FileContent, OpenFile } from './read-messages';

const MAX_ROWS = 300_000;
/** How web pages and XML begin. Accounting systems export such, named .xls, and Excel opens them. */
const MARKUP = /^\s*<(?:!doctype|html|head|body|meta|style|table|\?xml)\b/i;

/** The marks between lines, once `withLineFeeds` has made them alike. */
const newline = '\n';
const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * What separates a file's cells: what divides most of its first lines into the same number of them. Decimal commas do so in the lines of
 * figures, but not in the line of titles.
 */
function delimiterOf(text: string): string {
  let found = { delimiter: ',', lines: 0, cells: 0 };
  for (const delimiter of DELIMITERS) {
    const { data } = Papa.parse<string[]>(text, {
      delimiter,
      newline,
      skipEmptyLines: 'greedy',
      preview: 20,
    });
    for (const [cells, { length: lines }] of Map.groupBy(data, (row) => row.length)) {
      const isBetter = lines > found.lines || (lines === found.lines && cells > found.cells);
      if (cells > 1 && isBetter) found = { delimiter, lines, cells };
    }
  }
  return found.delimiter;
}

/**
 * A CSV or TSV file to be read, whatever separates its cells, in UTF-8, UTF-16 or, as Excel on Windows writes it, Windows-1252.
 * @throws MessageError in words for the person who chose the file
 */
export function openTextFile(bytes: Uint8Array): OpenFile {
  const { text: decoded, encoding } = decodeText(bytes);
  if (decoded === null) throw new MessageError('This file isn’t plain text. Save it as CSV or .xlsx.');
  const text = withLineFeeds(decoded);
  if (MARKUP.test(text)) {
    throw new MessageError(
      'This file is a web page or XML, whatever its name says. Open it in Excel, save it as .xlsx and choose that.',
    );
  }
  const delimiter = delimiterOf(text);
  const content = (data: string[][]): FileContent => ({
    rows: data.map((cells) => cells.map(readCsvCell)),
    sheets: [],
    sheet: null,
    notes: { hiddenRows: [], merges: 0, formulas: 0, errors: 0, encoding },
  });
  return {
    candidates: [],
    head: async (rows) => {
      const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline, preview: rows });
      return quotesProblem(errors) || data.length < rows ? null : content(data);
    },
    whole: async () => content(parseAll(text, delimiter)),
  };
}

function parseAll(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline });
  const problem = quotesProblem(errors);
  if (problem) throw new MessageError(`${problem} Correct it in the file.`);
  if (data.length > MAX_ROWS) {
    throw new MessageError(`The file has more than ${groupThousands(MAX_ROWS)} rows. Split it.`);
  }
  // The line break at the end begins no row.
  if (data.at(-1)?.every((cell) => cell === '')) data.pop();
  return data;
}
