import { z } from 'zod';
import { RollforwardView } from '~/schemas/platform/views';
import { ReportFileQuery } from '~/schemas/reports/report';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { reportResponse } from '~/server/report-response.server';
import { requireCompany } from '~/services/platform/context.server';
import { ROLLFORWARD_COLUMNS, rollforwardReads, toRollforward } from '~/services/reports/rollforward.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Read the rollforward of each well between two dates',
      answer: z.array(RollforwardView),
      details: '`format=csv` answers the same rows as a CSV file.',
    },
    as: requireCompany,
    limit: 'exports',
    search: ReportFileQuery,
    reads: ({ scope, search }) => rollforwardReads(scope, search),
    run: ({ search, rows }) =>
      reportResponse(toRollforward(search, rows), search, {
        fileName: `aro-rollforward-${search.beginDate}-to-${search.endDate}`,
        columns: ROLLFORWARD_COLUMNS,
      }),
  }),
});

export const loader = api.loader;
export const action = api.action;
