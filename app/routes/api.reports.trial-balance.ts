import { z } from 'zod';
import { ReportFileQuery } from '~/schemas/reports/report';
import { TrialBalanceView } from '~/schemas/reports/report-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { reportResponse } from '~/server/report-response.server';
import { requireCompany } from '~/services/platform/context.server';
import {
  TRIAL_BALANCE_COLUMNS,
  toTrialBalance,
  trialBalanceReads,
} from '~/services/reports/trial-balance.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Read the trial balance between two dates',
      answer: z.array(TrialBalanceView),
      details:
        'By the accounts of the journal, life to date. `format=csv` answers the same rows as a CSV file.',
    },
    as: requireCompany,
    limit: 'exports',
    search: ReportFileQuery,
    reads: ({ scope, search }) => trialBalanceReads(scope, search),
    run: ({ search, rows }) =>
      reportResponse(toTrialBalance(rows), search, {
        fileName: `aro-trial-balance-${search.beginDate}-to-${search.endDate}`,
        columns: TRIAL_BALANCE_COLUMNS,
      }),
  }),
});

export const loader = api.loader;
export const action = api.action;
