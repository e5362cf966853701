import { WellInput, WellQuery } from '~/schemas/well';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { jsonResponse, listResponse } from '~/server/list-response.server';
import { requireCompany, requireCompanyAdmin } from '~/services/context.server';
import { createWell, listAllWellsAsJson, listWells } from '~/services/well.server';

const api = apiRoute({
  GET: endpoint({
    as: requireCompany,
    search: WellQuery,
    run: async ({ ctx, search, request }) => {
      if (!search.limit) return jsonResponse(await listAllWellsAsJson(ctx, search));
      const { items, nextCursor } = await listWells(ctx, search);
      return listResponse(request, items, nextCursor);
    },
  }),
  POST: endpoint({
    as: requireCompanyAdmin,
    body: WellInput,
    status: 201,
    run: ({ ctx, body }) => createWell(ctx, body),
  }),
});

export const loader = api.loader;
export const action = api.action;
