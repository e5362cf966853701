import { AdminListQuery } from '~/schemas/admin';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { countedListResponse } from '~/server/list-response.server';
import { streamedListResponse } from '~/server/streamed-list-response.server';
import { requireSystemAdmin } from '~/services/context.server';
import { getSystemDataPage, listAllSystemData } from '~/services/system-data.server';

const api = apiRoute({
  GET: endpoint({
    as: requireSystemAdmin,
    search: AdminListQuery,
    run: async ({ ctx, search, request }) => {
      const query = { ...search, table: 'wells' as const };
      if (!search.limit) return streamedListResponse(listAllSystemData(ctx, query));
      return countedListResponse(request, await getSystemDataPage(ctx, query));
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
