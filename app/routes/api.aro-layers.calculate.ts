import { LayerInput } from '~/schemas/aro-layer';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { calculateLayer } from '~/services/calculate-layer.server';
import { requireCompanyAdmin } from '~/services/context.server';

const api = apiRoute({
  POST: endpoint({
    as: requireCompanyAdmin,
    body: LayerInput,
    status: 201,
    run: ({ ctx, body }) => calculateLayer(ctx, body),
  }),
});

export const loader = api.loader;
export const action = api.action;
