import { LayerBatchInput } from '~/schemas/aro-layer';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { calculateLayers } from '~/services/calculate-all.server';
import { requireCompanyAdmin } from '~/services/context.server';

const api = apiRoute({
  POST: endpoint({
    as: requireCompanyAdmin,
    body: LayerBatchInput,
    run: ({ ctx, body }) => calculateLayers(ctx, body),
  }),
});

export const loader = api.loader;
export const action = api.action;
