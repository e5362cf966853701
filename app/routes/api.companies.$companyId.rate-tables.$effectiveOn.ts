import { apiRoute, endpoint } from '~/server/api-route.server';
import { deleteRateTable, rateTablesReads } from '~/services/books/rate-tables.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  DELETE: endpoint({
    about: {
      summary: 'Delete the rate table effective on a date',
      details: 'Layers keep the rates they were calculated with.',
    },
    guard: requireCompanyAdmin,
    reads: ({ scope, params }) => rateTablesReads(scope, [params.effectiveOn]),
    run: ({ ctx, params, rows }) => deleteRateTable(ctx, params.companyId, params.effectiveOn, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
