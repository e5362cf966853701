import { z } from 'zod';
import { WellSummary, WellView } from '~/schemas/platform/views';
import { WellInput, WellQuery } from '~/schemas/wells/well';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { jsonResponse, listResponse } from '~/server/list-response.server';
import { companyQuery } from '~/services/people/change-company.server';
import { requireCompany, requireCompanyAdmin } from '~/services/platform/context.server';
import { createWell, listAllWellsAsJson, listWells } from '~/services/wells/well.server';
import { sortsByCustomField } from '~/services/wells/well-order.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List wells without custom fields', answer: z.array(WellSummary) },
    as: requireCompany,
    search: WellQuery,
    ahead: ({ asking, search }) =>
      sortsByCustomField(search) ? { company: companyQuery(asking) } : undefined,
    run: async ({ ctx, search, ahead, request }) => {
      if (!search.limit) return jsonResponse(await listAllWellsAsJson(ctx, search, ahead?.company));
      const { items, nextCursor } = await listWells(ctx, search, ahead?.company);
      return listResponse(request, items, nextCursor);
    },
  }),
  POST: endpoint({
    about: { summary: 'Add a well', answer: WellView },
    as: requireCompanyAdmin,
    body: WellInput,
    status: 201,
    ahead: ({ asking }) => ({ company: companyQuery(asking) }),
    run: ({ ctx, body, ahead }) => createWell(ctx, body, ahead?.company),
  }),
});

export const loader = api.loader;
export const action = api.action;
