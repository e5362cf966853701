import { MAX_CSV_COLUMNS, tooManyColumns } from '~/domain/files/well-csv';
import { MessageError } from '~/hooks/api-fetch';
import { MAX_FILE_BYTES } from './check-archive';
import type { FileContent, ReadAnswer, ReadRequest } from './import-messages';
import { readTextFile } from './read-text-file';
import { readWorkbook } from './read-workbook';

/** Rows handed over at a time: the page takes each piece in some milliseconds. */
const PIECE = 2_000;

const CANNOT_READ =
  'The file can’t be read. It may have changed or moved after you chose it. Choose it again.';

/** Reads one file and hands its cells over piece by piece, or says why it can't. */
self.onmessage = async ({ data }: MessageEvent<ReadRequest>) => {
  const answer = (message: ReadAnswer) => self.postMessage(message);
  try {
    const { rows, ...content } = await read(data);
    for (let start = 0; start < rows.length; start += PIECE) {
      answer({ kind: 'rows', rows: rows.slice(start, start + PIECE) });
    }
    answer({ kind: 'done', content });
  } catch (error) {
    answer({ kind: 'refused', message: error instanceof MessageError ? error.message : CANNOT_READ });
  }
};

async function read({ file, sheet }: ReadRequest): Promise<FileContent> {
  if (file.size === 0) throw new MessageError(`"${file.name}" is empty.`);
  if (file.size > MAX_FILE_BYTES) throw new MessageError(`"${file.name}" is larger than 50 MB. Split it.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const isOle = bytes[0] === 0xd0 && bytes[1] === 0xcf;
  const content = isArchive || isOle ? await readWorkbook(bytes, sheet) : readTextFile(bytes);
  if (!content.rows.some((cells) => cells.some((cell) => cell.trim() !== ''))) {
    throw new MessageError(
      content.sheet ? `The sheet "${content.sheet}" is empty.` : `"${file.name}" is empty.`,
    );
  }
  const widest = content.rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  if (widest > MAX_CSV_COLUMNS) throw new MessageError(tooManyColumns(widest));
  return content;
}
