import { z } from 'zod';
import { AdminWellQuery, AdminWellView } from '~/schemas/people/admin';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { countedListResponse } from '~/server/list-response.server';
import { streamedListResponse } from '~/server/streamed-list-response.server';
import { getSystemDataPage, listAllSystemData } from '~/services/audit/system-data.server';
import { companySearchReads } from '~/services/people/company.server';
import { requireSystemAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List wells of all companies', response: z.array(AdminWellView) },
    guard: requireSystemAdmin,
    search: AdminWellQuery,
    limit: ({ search }) => (search.limit ? null : 'exports'),
    reads: ({ scope, search }) => companySearchReads(scope, search),
    run: async ({ ctx, search, rows, request }) => {
      const query = { ...search, table: 'wells' as const };
      if (!search.limit) return streamedListResponse(listAllSystemData(ctx, query, rows));
      return countedListResponse(request, await getSystemDataPage(ctx, query, rows));
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
