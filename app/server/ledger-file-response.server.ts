import { type JournalFile, journalFileName } from '~/domain/books/ledger-files/file-name';
import { type LayoutName, LEDGER_LAYOUTS } from '~/domain/books/ledger-files/layouts';
import { streamedResponse } from './streamed-response.server';

const MEDIA_TYPES = { csv: 'text/csv', iif: 'text/plain' } as const;
export const LEDGER_FILE_TYPES = Object.values(MEDIA_TYPES);

/** A journal file for a general ledger, streamed. Handles errors like streamedResponse. */
export function ledgerFileResponse(
  { layout, ...file }: { layout: LayoutName } & JournalFile,
  texts: AsyncGenerator<string, void, undefined>,
): Promise<Response> {
  const { extension: ending } = LEDGER_LAYOUTS[layout];
  return streamedResponse(texts, {
    'Content-Type': `${MEDIA_TYPES[ending]}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${journalFileName(layout, file)}.${ending}"`,
  });
}
