import { z } from 'zod';
import { JournalRowView } from '~/schemas/platform/views';
import { ReportQuery } from '~/schemas/reports/report';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { streamedListResponse } from '~/server/streamed-list-response.server';
import { requireCompany } from '~/services/platform/context.server';
import { getJournalEntries, journalReads } from '~/services/reports/report.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Read the journal between two dates', answer: z.array(JournalRowView) },
    as: requireCompany,
    search: ReportQuery,
    reads: ({ scope, search }) => journalReads(scope, search),
    run: ({ ctx, search, rows }) => streamedListResponse(getJournalEntries(ctx, search, rows)),
  }),
});

export const loader = api.loader;
export const action = api.action;
