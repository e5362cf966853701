import { z } from 'zod';
import { DisclosureQuery } from '~/schemas/reports/report';
import { ArcRollforwardView } from '~/schemas/reports/report-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { reportResponse } from '~/server/report-response.server';
import { requireCompany } from '~/services/platform/context.server';
import { arcRollforwardReads, toArcRollforward } from '~/services/reports/arc-rollforward.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get the ARC rollforward between two dates, in total, by field or by well',
      response: z.array(ArcRollforwardView),
      details:
        'Cost and accumulated depreciation, with their changes by cause. Opening balances dated within the period are part of the beginning balance. `format=csv` returns the same rows as a CSV file.',
    },
    guard: requireCompany,
    limit: 'exports',
    search: DisclosureQuery,
    reads: ({ scope, search }) => arcRollforwardReads(scope, search),
    run: ({ search, rows }) => reportResponse('arc-rollforward', toArcRollforward(search, rows), search),
  }),
});

export const loader = api.loader;
export const action = api.action;
