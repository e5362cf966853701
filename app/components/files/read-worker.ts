import { TITLE_LINES } from '~/domain/files/title-lines';
import { MAX_CSV_COLUMNS, tooManyColumns } from '~/domain/files/well-csv';
import { countTitles } from '~/domain/imports/suggest-mapping';
import { MessageError } from '~/hooks/api-fetch';
import { MAX_FILE_BYTES } from './check-archive';
import type { FileContent, OpenFile, ReadAnswer, ReadRequest } from './read-messages';
import { openTextFile } from './read-text-file';
import { openWorkbook } from './read-workbook';

/** Rows handed over at a time: the page takes each piece in some milliseconds. */
const PIECE = 2_000;

const CANNOT_READ =
  'The file can’t be read. It may have changed or moved after you chose it. Choose it again.';

/** By so many rows the columns are matched while the rest is read. */
const HEAD_ROWS = 200;
/** Sheets that the one with the wells is looked for among. */
const MOST_JUDGED = 20;
/** A smaller file is read before anyone could begin. */
const LARGE_FILE = 300_000;

/** Reads one file and hands its cells over piece by piece, or says why it can't. */
self.onmessage = async ({ data }: MessageEvent<ReadRequest>) => {
  const answer = (message: ReadAnswer) => self.postMessage(message);
  try {
    const { reader, sheets } = await open(data);
    if (sheets) return answer({ kind: 'sheets', sheets });
    const head = data.file.size > LARGE_FILE ? await reader.head(HEAD_ROWS) : null;
    if (head && hasText(head)) {
      requireFewColumns(head);
      answer({ kind: 'head', content: head });
    }
    const { rows, ...content } = await readAll(reader, data.file.name);
    for (let start = 0; start < rows.length; start += PIECE) {
      answer({ kind: 'rows', rows: rows.slice(start, start + PIECE) });
    }
    answer({ kind: 'done', content });
  } catch (error) {
    answer({ kind: 'refused', message: error instanceof MessageError ? error.message : CANNOT_READ });
  }
};

/** The file at the sheet that is meant, or the sheets which it may be. */
async function open({
  file,
  sheet,
  asksForSheet,
}: ReadRequest): Promise<{ reader: OpenFile; sheets?: string[] }> {
  if (file.size === 0) throw new MessageError(`"${file.name}" is empty.`);
  if (file.size > MAX_FILE_BYTES) throw new MessageError(`"${file.name}" is larger than 50 MB. Split it.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const isOle = bytes[0] === 0xd0 && bytes[1] === 0xcf;
  if (!isArchive && !isOle) return { reader: openTextFile(bytes) };
  const reader = openWorkbook(bytes, sheet);
  const { candidates } = reader;
  if (candidates.length < 2) return { reader };
  if (asksForSheet) return { reader, sheets: candidates.map(({ name }) => name) };
  return { reader: openWorkbook(bytes, await sheetOfWells(candidates)) };
}

/** The first of the sheets whose titles are most of those that lists of wells have: a cover or an assumption comes before it. */
async function sheetOfWells(candidates: OpenFile['candidates']): Promise<string | null> {
  let best = { name: candidates[0]?.name ?? null, titles: 1 };
  for (const { name, start } of candidates.slice(0, MOST_JUDGED)) {
    const titles = countTitles(await start(TITLE_LINES));
    if (titles > best.titles) best = { name, titles };
  }
  return best.name;
}

async function readAll(reader: OpenFile, name: string): Promise<FileContent> {
  const content = await reader.whole();
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
  if (widest > MAX_CSV_COLUMNS) throw new MessageError(tooManyColumns(widest));
}
