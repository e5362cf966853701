import { LayerFilterQuery } from '~/schemas/books/worklist';
import { OverviewView } from '~/schemas/reports/overview-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireCompany } from '~/services/platform/context.server';
import { getOverview } from '~/services/reports/overview.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get the liability, this year’s change and the accretion forecast',
      response: OverviewView,
    },
    guard: requireCompany,
    search: LayerFilterQuery,
    run: ({ ctx, search }) => getOverview(ctx, search),
  }),
});

export const loader = api.loader;
export const action = api.action;
