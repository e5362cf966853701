import { z } from 'zod';
import {
  JournalExportInput,
  JournalExportsQuery,
  JournalExportView,
  NewJournalExportView,
} from '~/schemas/reports/journal-export';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireCompany } from '~/services/platform/context.server';
import {
  exportJournal,
  exportReads,
  journalExportsQuery,
  listJournalExports,
} from '~/services/reports/journal-export.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List journal exports', response: z.array(JournalExportView) },
    guard: requireCompany,
    search: JournalExportsQuery,
    reads: ({ scope, search }) => ({ exports: journalExportsQuery(scope, search) }),
    run: ({ rows }) => listJournalExports(rows.exports),
  }),
  POST: endpoint({
    about: {
      summary: 'Export the journal for another ledger',
      response: NewJournalExportView,
      details:
        'Records the export and returns the changes since the last export with the same dates and layout. `GET /api/journal-exports/{exportId}/file` returns the file. With `difference`, the file has only the entries that bring the other ledger up to date.',
    },
    guard: requireCompany,
    limit: 'exports',
    body: JournalExportInput,
    status: 201,
    reads: ({ scope, body }) => exportReads(scope, body),
    run: ({ ctx, body, rows }) => exportJournal(ctx, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
