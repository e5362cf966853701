import { z } from 'zod';
import { WellInput, WellQuery } from '~/schemas/wells/well';
import { WellSummary, WellView } from '~/schemas/wells/well-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { listResponse } from '~/server/list-response.server';
import { streamedJsonResponse } from '~/server/streamed-list-response.server';
import { companyReads } from '~/services/people/change-company.server';
import { requireCompany, requireCompanyWriter } from '~/services/platform/context.server';
import { createWell } from '~/services/wells/create-well.server';
import { listAllWellsAsJson, listWells } from '~/services/wells/well.server';
import { wellListReads } from '~/services/wells/well-order.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List wells, without their custom fields', response: z.array(WellSummary) },
    guard: requireCompany,
    search: WellQuery,
    limit: ({ search }) => (search.limit ? null : 'exports'),
    reads: ({ scope, search }) => wellListReads(scope, search),
    run: async ({ ctx, search, rows, request }) => {
      if (!search.limit) return streamedJsonResponse(listAllWellsAsJson(ctx, search, rows));
      const { items, nextCursor } = await listWells(ctx, search, rows);
      return listResponse(request, items, nextCursor);
    },
  }),
  POST: endpoint({
    about: { summary: 'Add a well', response: WellView },
    guard: requireCompanyWriter,
    body: WellInput,
    status: 201,
    reads: ({ scope }) => companyReads(scope),
    run: ({ ctx, body, rows }) => createWell(ctx, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
