import { z } from 'zod';
import { TrialBalanceQuery } from '~/schemas/reports/report';
import { TrialBalanceView } from '~/schemas/reports/report-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { reportResponse } from '~/server/report-response.server';
import { requireCompany } from '~/services/platform/context.server';
import { toTrialBalance, trialBalanceReads } from '~/services/reports/trial-balance.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get the trial balance between two dates',
      response: z.array(TrialBalanceView),
      details:
        'By journal account, life to date. By field or by well, each group has its own trial balance; `account` limits the rows to one account. `format=csv` returns the same rows as a CSV file.',
    },
    guard: requireCompany,
    limit: 'exports',
    search: TrialBalanceQuery,
    reads: ({ scope, search }) => trialBalanceReads(scope, search),
    run: ({ search, rows }) => reportResponse('trial-balance', toTrialBalance(search, rows), search),
  }),
});

export const loader = api.loader;
export const action = api.action;
