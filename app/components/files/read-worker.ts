import { TITLE_LINES } from '~/domain/files/title-lines';
import { MAX_CSV_COLUMNS, tooManyColumnsMessage } from '~/domain/files/well-csv';
import { countTitles } from '~/domain/imports/suggest-mapping';
import { MessageError } from '~/hooks/api-fetch';
import { MAX_FILE_BYTES } from './check-archive';
import type { FileContent, OpenFile, OpenSheet, ReadRequest, ReadResponse } from './read-messages';
import { openTextFile } from './read-text-file';
import { openWorkbook } from './read-workbook';

/** Rows per message; the page processes one in a few milliseconds. */
const ROWS_PER_MESSAGE = 2_000;

const CANNOT_READ =
  'The file can’t be read. It may have changed or moved after you chose it. Choose it again.';

/** Rows used to match the columns while the rest loads. */
const HEAD_ROWS = 200;
/** Maximum number of sheets to inspect when looking for the one with wells. */
const MAX_SHEETS_INSPECTED = 20;
/** Size in bytes. A smaller file is fully read before the user could start. */
const LARGE_FILE = 300_000;

/** Reads one file and posts its cells in chunks, or the reason it can't be read. */
self.onmessage = async ({ data }: MessageEvent<ReadRequest>) => {
  const respond = (message: ReadResponse) => self.postMessage(message);
  try {
    const reader = await openFile(data);
    if (Array.isArray(reader)) return respond({ kind: 'sheets', sheets: reader });
    const head = data.file.size > LARGE_FILE ? await reader.readHead(HEAD_ROWS) : null;
    if (head && hasText(head)) {
      requireFewColumns(head);
      respond({ kind: 'head', content: head });
    }
    const { rows, ...content } = await readAll(reader, data.file.name);
    for (let start = 0; start < rows.length; start += ROWS_PER_MESSAGE) {
      respond({ kind: 'rows', rows: rows.slice(start, start + ROWS_PER_MESSAGE) });
    }
    respond({ kind: 'done', content });
  } catch (error) {
    respond({ kind: 'refused', message: error instanceof MessageError ? error.message : CANNOT_READ });
  }
};

/** The sheet to read, or the names of the candidates. */
async function openFile({ file, sheet, asksForSheet }: ReadRequest): Promise<OpenSheet | string[]> {
  if (file.size === 0) throw new MessageError(`"${file.name}" is empty.`);
  if (file.size > MAX_FILE_BYTES)
    throw new MessageError(`"${file.name}" is larger than 50 MB. Split it into smaller files.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const isOle = bytes[0] === 0xd0 && bytes[1] === 0xcf;
  const reader = isArchive || isOle ? openWorkbook(bytes, sheet) : openTextFile(bytes);
  const { candidates } = reader;
  if (candidates.length < 2) return reader;
  return asksForSheet ? candidates.map(({ name }) => name) : findWellSheet(reader);
}

/** The sheet with the most column titles of a well list, since a cover or assumptions may come first; else the first sheet. */
async function findWellSheet(reader: OpenFile): Promise<OpenSheet> {
  let best: OpenSheet = reader;
  let mostTitles = 1;
  for (const candidate of reader.candidates.slice(0, MAX_SHEETS_INSPECTED)) {
    const titles = countTitles(await candidate.readStart(TITLE_LINES));
    if (titles > mostTitles) [best, mostTitles] = [candidate, titles];
  }
  return best;
}

async function readAll(reader: OpenSheet, name: string): Promise<FileContent> {
  const content = await reader.readAll();
  if (!hasText(content)) {
    throw new MessageError(content.sheet ? `The sheet "${content.sheet}" is empty.` : `"${name}" is empty.`);
  }
  requireFewColumns(content);
  return content;
}

function hasText({ rows }: FileContent): boolean {
  return rows.some((cells) => cells.some((cell) => cell.trim() !== ''));
}

function requireFewColumns({ rows }: FileContent): void {
  const widest = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  if (widest > MAX_CSV_COLUMNS) throw new MessageError(tooManyColumnsMessage(widest));
}
