import { z } from 'zod';
import { LEDGER_LAYOUTS } from '~/domain/books/ledger-files/layouts';
import { JournalQuery } from '~/schemas/reports/report';
import { JournalRowView } from '~/schemas/reports/report-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { LEDGER_FILE_TYPES, ledgerFileResponse } from '~/server/ledger-file-response.server';
import { streamedListResponse } from '~/server/streamed-list-response.server';
import { requireCompany } from '~/services/platform/context.server';
import { fileTermsOf, getJournalEntries, journalReads } from '~/services/reports/journal.server';
import { journalLines, ledgerFileTexts } from '~/services/reports/ledger-file.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get the journal entries between two dates',
      response: z.array(JournalRowView),
      files: LEDGER_FILE_TYPES,
      details:
        '`format=csv` returns the same rows as a CSV file; `layout` returns a file for another general ledger: CSV, or IIF for QuickBooks Desktop. `lines=summary` returns one line for each account in a voucher.',
    },
    guard: requireCompany,
    limit: 'exports',
    search: JournalQuery,
    reads: ({ scope, search }) => journalReads(scope, search),
    run: ({ ctx, search, rows }) => {
      const { format, layout, lines } = search;
      const order = layout === 'standard' ? 'wells' : 'vouchers';
      const entries = journalLines(getJournalEntries(ctx, rows, order), lines);
      if (layout === 'standard' && format !== 'csv') return streamedListResponse(entries);
      return ledgerFileResponse(search, ledgerFileTexts(LEDGER_LAYOUTS[layout], entries, fileTermsOf(rows)));
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
