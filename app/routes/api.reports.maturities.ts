import { z } from 'zod';
import { MaturityQuery } from '~/schemas/reports/report';
import { MaturityView } from '~/schemas/reports/report-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { reportResponse } from '~/server/report-response.server';
import { requireCompany } from '~/services/platform/context.server';
import { maturityReads, toMaturities } from '~/services/reports/maturities.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get maturities by twelve-month span from a date',
      response: z.array(MaturityView),
      details:
        'Discounted amounts are carrying amounts; undiscounted amounts are accreted to each layer’s retirement date. By field or by well, only rows with amounts due are listed, and `year` selects one span. `format=csv` returns the same rows as a CSV file.',
    },
    guard: requireCompany,
    limit: 'exports',
    search: MaturityQuery,
    reads: ({ scope, search }) => maturityReads(scope, search),
    run: ({ search, rows }) => reportResponse('maturities', toMaturities(search, rows), search),
  }),
});

export const loader = api.loader;
export const action = api.action;
