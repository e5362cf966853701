import { AccretionInput, AccretionPageSize } from '~/schemas/accretion';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { listResponse } from '~/server/list-response.server';
import { streamedListResponse } from '~/server/streamed-list-response.server';
import { listAccretion, listAllAccretion } from '~/services/accretion.server';
import { requireCompanyAdmin } from '~/services/context.server';
import { postAccretion } from '~/services/post-accretion.server';

const api = apiRoute({
  POST: endpoint({
    as: requireCompanyAdmin,
    body: AccretionInput,
    search: AccretionPageSize,
    run: async ({ ctx, body, search: { limit }, request }) => {
      const { periodEnd } = await postAccretion(ctx, body);
      if (!limit) return streamedListResponse(listAllAccretion(ctx, { periodEnd }));
      const { items, nextCursor } = await listAccretion(ctx, { periodEnd, limit });
      // Further pages are read, not posted.
      const list = new Request(new URL(`/api/accretion?periodEnd=${periodEnd}&limit=${limit}`, request.url));
      return listResponse(list, items, nextCursor);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
