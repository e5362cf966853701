import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireCompany } from '~/services/context.server';
import { getLayerHistory } from '~/services/layer-history.server';

const api = apiRoute({
  GET: endpoint({ as: requireCompany, run: ({ ctx, params }) => getLayerHistory(ctx, params.layerId) }),
});

export const loader = api.loader;
export const action = api.action;
