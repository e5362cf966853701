import { AroSummary } from '~/schemas/books/layer-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { getAroSummary } from '~/services/books/aro-layer.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Get ARO totals', response: AroSummary },
    guard: requireCompany,
    run: ({ ctx }) => getAroSummary(ctx),
  }),
});

export const loader = api.loader;
export const action = api.action;
