import { journalFileName } from '~/domain/books/ledger-files/file-name';
import { type LayoutName, LEDGER_LAYOUTS } from '~/domain/books/ledger-files/layouts';
import { streamedResponse } from './streamed-response.server';

const MEDIA_TYPES = { csv: 'text/csv; charset=utf-8', iif: 'text/plain; charset=utf-8' } as const;

/** A file of the journal for a general ledger, written piece by piece. Errors as in streamedResponse. */
export function ledgerFileResponse(
  { layout, ...days }: { layout: LayoutName; beginDate: string; endDate: string },
  texts: AsyncGenerator<string, void, undefined>,
): Promise<Response> {
  const { ending } = LEDGER_LAYOUTS[layout];
  return streamedResponse(texts, {
    'Content-Type': MEDIA_TYPES[ending],
    'Content-Disposition': `attachment; filename="${journalFileName(layout, days)}.${ending}"`,
  });
}
