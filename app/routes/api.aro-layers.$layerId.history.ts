import { LayerHistoryView } from '~/schemas/books/layer-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { getLayerHistory } from '~/services/books/layer-history.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Get a layer’s calculation and accretion history', response: LayerHistoryView },
    guard: requireCompany,
    run: ({ ctx, params }) => getLayerHistory(ctx, params.layerId),
  }),
});

export const loader = api.loader;
export const action = api.action;
