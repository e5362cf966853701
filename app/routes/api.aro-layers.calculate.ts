import { LayerInput } from '~/schemas/books/aro-layer';
import { LayerView } from '~/schemas/platform/views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { calculateLayer, standingQuery } from '~/services/books/calculate-layer.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: { summary: 'Calculate one layer of one well', answer: LayerView },
    as: requireCompanyAdmin,
    body: LayerInput,
    status: 201,
    ahead: ({ asking, body }) => ({ standings: standingQuery(asking, body) }),
    run: ({ ctx, body, ahead }) => calculateLayer(ctx, body, ahead?.standings),
  }),
});

export const loader = api.loader;
export const action = api.action;
