import { ReportQuery } from '~/schemas/report';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { streamedListResponse } from '~/server/streamed-list-response.server';
import { requireCompany } from '~/services/context.server';
import { getJournalEntries } from '~/services/report.server';

const api = apiRoute({
  GET: endpoint({
    as: requireCompany,
    search: ReportQuery,
    run: ({ ctx, search }) => streamedListResponse(getJournalEntries(ctx, search)),
  }),
});

export const loader = api.loader;
export const action = api.action;
