import { z } from 'zod';
import { WellQuery } from '~/schemas/wells/well';
import { WellView } from '~/schemas/wells/well-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { listResponse } from '~/server/list-response.server';
import { streamedListResponse } from '~/server/streamed-list-response.server';
import { requireCompany } from '~/services/platform/context.server';
import { listAllWellsWithCustomFields, listWellsWithCustomFields } from '~/services/wells/well.server';
import { wellListReads } from '~/services/wells/well-order.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List wells, with their custom fields', response: z.array(WellView) },
    guard: requireCompany,
    search: WellQuery,
    limit: ({ search }) => (search.limit ? null : 'exports'),
    reads: ({ scope, search }) => wellListReads(scope, search),
    run: async ({ ctx, search, rows, request }) => {
      if (!search.limit) return streamedListResponse(listAllWellsWithCustomFields(ctx, search, rows));
      const { items, nextCursor } = await listWellsWithCustomFields(ctx, search, rows);
      return listResponse(request, items, nextCursor);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
