import { z } from 'zod';
import { RollforwardQuery } from '~/schemas/reports/report';
import { RollforwardView } from '~/schemas/reports/report-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { reportResponse } from '~/server/report-response.server';
import { requireCompany } from '~/services/platform/context.server';
import { rollforwardReads, toRollforward } from '~/services/reports/rollforward.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get the ARO rollforward between two dates, by well, by field or in total',
      response: z.array(RollforwardView),
      details:
        'In total and by field, the well columns are blank. `format=csv` returns the same rows as a CSV file.',
    },
    guard: requireCompany,
    limit: 'exports',
    search: RollforwardQuery,
    reads: ({ scope, search }) => rollforwardReads(scope, search),
    run: ({ search, rows }) => reportResponse('aro-rollforward', toRollforward(search, rows), search),
  }),
});

export const loader = api.loader;
export const action = api.action;
