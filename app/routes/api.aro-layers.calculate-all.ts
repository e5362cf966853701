import { LayerBatchInput } from '~/schemas/books/aro-layer';
import { LayerBatchResult } from '~/schemas/platform/views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { calculateLayers, firstStandingsQuery } from '~/services/books/calculate-all.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Calculate a layer for each well of a field, or of the company',
      answer: LayerBatchResult,
    },
    as: requireCompanyAdmin,
    body: LayerBatchInput,
    ahead: ({ asking, body }) => ({ standings: firstStandingsQuery(asking, body) }),
    run: ({ ctx, body, ahead }) => calculateLayers(ctx, body, ahead?.standings),
  }),
});

export const loader = api.loader;
export const action = api.action;
