import { JournalPageQuery } from '~/schemas/reports/report';
import { JournalPageView } from '~/schemas/reports/report-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireCompany } from '~/services/platform/context.server';
import { journalReads } from '~/services/reports/journal.server';
import { getJournalPage } from '~/services/reports/journal-page.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get the first rows and the totals of the journal between two dates',
      response: JournalPageView,
      details: 'At most 500 rows. `/api/reports/journal-entries` returns all of them.',
    },
    guard: requireCompany,
    limit: 'exports',
    search: JournalPageQuery,
    reads: ({ scope, search }) => journalReads(scope, search),
    run: ({ ctx, rows }) => getJournalPage(ctx, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
