import { z } from 'zod';
import { RateTablesInput, RateTableView } from '~/schemas/books/rate-table';
import { apiRoute, endpoint } from '~/server/api-route.server';
import {
  listRateTables,
  rateTablesQuery,
  rateTablesReads,
  setRateTables,
} from '~/services/books/rate-tables.server';
import { requireCompany, requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List the company’s rate tables', response: z.array(RateTableView) },
    guard: requireCompany,
    reads: ({ scope }) => ({ tables: rateTablesQuery(scope) }),
    run: ({ ctx, params, rows }) => listRateTables(ctx, params.companyId, rows.tables),
  }),
  PUT: endpoint({
    about: {
      summary: 'Add or replace rate tables',
      response: z.array(RateTableView),
      details:
        'Replaces tables by effective date. Tables with other dates are unchanged, as are rates that the request omits from an existing table. Layers keep the rates they were calculated with.',
    },
    guard: requireCompanyAdmin,
    body: RateTablesInput,
    reads: ({ scope, body }) =>
      rateTablesReads(
        scope,
        body.tables.map(({ effectiveOn }) => effectiveOn),
      ),
    run: ({ ctx, params, body, rows }) => setRateTables(ctx, params.companyId, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
