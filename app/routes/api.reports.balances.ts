import { z } from 'zod';
import { AsOfQuery } from '~/schemas/reports/report';
import { LayerBalanceView } from '~/schemas/reports/report-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { reportResponse } from '~/server/report-response.server';
import { requireCompany } from '~/services/platform/context.server';
import { layerBalanceReads, toLayerBalances } from '~/services/reports/layer-balances.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get the balances of every layer as of a date',
      response: z.array(LayerBalanceView),
      details: '`format=csv` returns the same rows as a CSV file.',
    },
    guard: requireCompany,
    limit: 'exports',
    search: AsOfQuery,
    reads: ({ scope, search }) => layerBalanceReads(scope, search),
    run: ({ search, rows }) => reportResponse('balances', toLayerBalances(search, rows), search),
  }),
});

export const loader = api.loader;
export const action = api.action;
