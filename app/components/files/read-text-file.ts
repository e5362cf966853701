import Papa from 'papaparse';
import { readCsvCell } from '~/domain/files/csv-cell';
import { decodeText } from '~/domain/files/decode-text';
import { groupThousands } from '~/domain/money/group-thousands';
import { MessageError } from '~/hooks/api-fetch';
import { quotesProblem, withLineFeeds } from './delimited-text';
import type { FileContent, OpenFile } from './read-messages';

const MAX_ROWS = 300_000;
/** Start of an HTML or XML file. Accounting systems export these as .xls, and Excel opens them. */
const MARKUP = /^\s*<(?:!doctype|html|head|body|meta|style|table|\?xml)\b/i;

/** Line break after normalization by `withLineFeeds`. */
const newline = '\n';
const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * Detects the delimiter: the one that splits most of the first lines into the same number of cells. Decimal commas also split the
 * rows of figures, but not the header row.
 */
function detectDelimiter(text: string): string {
  let best = { delimiter: ',', lines: 0, cells: 0 };
  for (const delimiter of DELIMITERS) {
    const { data } = Papa.parse<string[]>(text, {
      delimiter,
      newline,
      skipEmptyLines: 'greedy',
      preview: 20,
    });
    for (const [cells, { length: lines }] of Map.groupBy(data, (row) => row.length)) {
      const isBetter = lines > best.lines || (lines === best.lines && cells > best.cells);
      if (cells > 1 && isBetter) best = { delimiter, lines, cells };
    }
  }
  return best.delimiter;
}

/**
 * Opens a CSV or TSV file with any supported delimiter, in UTF-8, UTF-16 or Windows-1252, which Excel on Windows writes.
 * @throws MessageError with text for the user
 */
export function openTextFile(bytes: Uint8Array): OpenFile {
  const { text: decoded, encoding } = decodeText(bytes);
  if (decoded === null) throw new MessageError('This file isn’t plain text. Save it as CSV or .xlsx.');
  const text = withLineFeeds(decoded);
  if (MARKUP.test(text)) {
    throw new MessageError(
      'This file is a web page or XML, despite its name. Open it in Excel, save it as .xlsx and choose that file.',
    );
  }
  const delimiter = detectDelimiter(text);
  const content = (data: string[][]): FileContent => ({
    rows: data.map((cells) => cells.map(readCsvCell)),
    sheets: [],
    sheet: null,
    notes: { hiddenRows: [], merges: 0, formulas: 0, errors: 0, encoding },
  });
  return {
    candidates: [],
    readHead: async (rows) => {
      const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline, preview: rows });
      return quotesProblem(errors) || data.length < rows ? null : content(data);
    },
    readAll: async () => content(parseAll(text, delimiter)),
  };
}

function parseAll(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline });
  const problem = quotesProblem(errors);
  if (problem) throw new MessageError(`${problem} Correct it in the file.`);
  if (data.length > MAX_ROWS) {
    throw new MessageError(
      `The file has more than ${groupThousands(MAX_ROWS)} rows. Split it into smaller files.`,
    );
  }
  // The trailing line break doesn't start a row.
  if (data.at(-1)?.every((cell) => cell === '')) data.pop();
  return data;
}
