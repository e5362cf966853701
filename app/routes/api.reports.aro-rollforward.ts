import { ReportQuery } from '~/schemas/report';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireCompany } from '~/services/context.server';
import { getRollforward } from '~/services/report.server';

const api = apiRoute({
  GET: endpoint({
    as: requireCompany,
    search: ReportQuery,
    run: ({ ctx, search }) => getRollforward(ctx, search),
  }),
});

export const loader = api.loader;
export const action = api.action;
