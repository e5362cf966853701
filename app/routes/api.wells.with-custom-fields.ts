import { z } from 'zod';
import { WellView } from '~/schemas/views';
import { WellQuery } from '~/schemas/well';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { listResponse } from '~/server/list-response.server';
import { requireCompany } from '~/services/context.server';
import { listWellsWithCustomFields } from '~/services/well.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List wells with custom fields', answer: z.array(WellView) },
    as: requireCompany,
    search: WellQuery,
    run: async ({ ctx, search, request }) => {
      const { items, nextCursor } = await listWellsWithCustomFields(ctx, search);
      return listResponse(request, items, nextCursor);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
