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
    about: { summary: 'List the exports of the journal', answer: z.array(JournalExportView) },
    as: requireCompany,
    search: JournalExportsQuery,
    reads: ({ scope, search }) => ({ exports: journalExportsQuery(scope, search) }),
    run: ({ rows }) => listJournalExports(rows.exports),
  }),
  POST: endpoint({
    about: {
      summary: 'Export the journal for another ledger',
      answer: NewJournalExportView,
      details:
        'Records the export and returns what changed since the last one of the same dates in the same layout. `GET /api/journal-exports/{exportId}/file` returns the file. With `difference` the file has only what that ledger does not have yet.',
    },
    as: requireCompany,
    limit: 'exports',
    body: JournalExportInput,
    status: 201,
    reads: ({ scope, body }) => exportReads(scope, body),
    run: ({ ctx, body, rows }) => exportJournal(ctx, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
