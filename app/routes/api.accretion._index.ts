import { z } from 'zod';
import { AccretionQuery } from '~/schemas/books/accretion';
import { AccretionView } from '~/schemas/books/layer-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { listResponse } from '~/server/list-response.server';
import { streamedListResponse } from '~/server/streamed-list-response.server';
import { listAccretion, listAllAccretion } from '~/services/books/accretion.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List accretion records, newest period first', response: z.array(AccretionView) },
    guard: requireCompany,
    search: AccretionQuery,
    limit: ({ search }) => (search.limit ? null : 'exports'),
    run: async ({ ctx, search, request }) => {
      const { limit } = search;
      if (!limit) return streamedListResponse(listAllAccretion(ctx, search));
      const { items, nextCursor } = await listAccretion(ctx, { ...search, limit });
      return listResponse(request, items, nextCursor);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
