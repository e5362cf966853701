import { z } from 'zod';
import { AdminLayerQuery, AdminLayerView } from '~/schemas/people/admin';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { countedListResponse } from '~/server/list-response.server';
import { streamedListResponse } from '~/server/streamed-list-response.server';
import { getSystemDataPage, listAllSystemData } from '~/services/audit/system-data.server';
import { companyNamesQuery } from '~/services/people/company.server';
import { requireSystemAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List layers of all companies', answer: z.array(AdminLayerView) },
    as: requireSystemAdmin,
    search: AdminLayerQuery,
    ahead: ({ asking, search }) => (search.search ? { names: companyNamesQuery(asking) } : undefined),
    run: async ({ ctx, search, request, ahead }) => {
      const query = { ...search, table: 'aro-layers' as const };
      if (!search.limit) return streamedListResponse(listAllSystemData(ctx, query, ahead?.names));
      return countedListResponse(request, await getSystemDataPage(ctx, query, ahead?.names));
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
