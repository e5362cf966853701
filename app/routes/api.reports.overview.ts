import { OverviewView } from '~/schemas/platform/views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireCompany } from '~/services/platform/context.server';
import { getOverview } from '~/services/reports/overview.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Read the liability, what changed it this year, and its forecast',
      answer: OverviewView,
    },
    as: requireCompany,
    run: ({ ctx }) => getOverview(ctx),
  }),
});

export const loader = api.loader;
export const action = api.action;
