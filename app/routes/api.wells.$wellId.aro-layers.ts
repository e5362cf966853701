import { z } from 'zod';
import { WellLayersQuery } from '~/schemas/books/aro-layer';
import { WellLayerView } from '~/schemas/books/layer-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { listWellLayers } from '~/services/books/well-layers.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List a well’s layers', response: z.array(WellLayerView) },
    guard: requireCompany,
    search: WellLayersQuery,
    run: ({ ctx, params, search }) => listWellLayers(ctx, params.wellId, search),
  }),
});

export const loader = api.loader;
export const action = api.action;
