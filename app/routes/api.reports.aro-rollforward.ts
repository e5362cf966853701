import { z } from 'zod';
import { RollforwardView } from '~/schemas/platform/views';
import { ReportQuery } from '~/schemas/reports/report';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireCompany } from '~/services/platform/context.server';
import { getRollforward } from '~/services/reports/report.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Read the rollforward of each well between two dates',
      answer: z.array(RollforwardView),
    },
    as: requireCompany,
    search: ReportQuery,
    run: ({ ctx, search }) => getRollforward(ctx, search),
  }),
});

export const loader = api.loader;
export const action = api.action;
