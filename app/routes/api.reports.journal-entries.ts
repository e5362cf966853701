import { z } from 'zod';
import { JOURNAL_COLUMNS } from '~/domain/books/journal';
import { JournalRowView } from '~/schemas/platform/views';
import { ReportFileQuery } from '~/schemas/reports/report';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { csvResponse } from '~/server/csv-response.server';
import { streamedListResponse } from '~/server/streamed-list-response.server';
import { requireCompany } from '~/services/platform/context.server';
import { getJournalEntries, journalReads } from '~/services/reports/journal.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Read the journal between two dates',
      answer: z.array(JournalRowView),
      details: '`format=csv` answers the same rows as a CSV file.',
    },
    as: requireCompany,
    limit: 'exports',
    search: ReportFileQuery,
    reads: ({ scope, search }) => journalReads(scope, search),
    run: ({ ctx, search: { format, beginDate, endDate }, rows }) => {
      const entries = getJournalEntries(ctx, rows);
      if (format !== 'csv') return streamedListResponse(entries);
      const name = `aro-journal-entries-${beginDate}-to-${endDate}.csv`;
      return csvResponse(name, JOURNAL_COLUMNS, entries, (row) =>
        JOURNAL_COLUMNS.map((column) => row[column]),
      );
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
