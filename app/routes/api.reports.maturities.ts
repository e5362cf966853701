import { z } from 'zod';
import { MaturityQuery } from '~/schemas/reports/report';
import { MaturityView } from '~/schemas/reports/report-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { nameOfGroup, reportResponse } from '~/server/report-response.server';
import { requireCompany } from '~/services/platform/context.server';
import {
  GROUPED_MATURITY_COLUMNS,
  MATURITY_COLUMNS,
  maturityReads,
  toMaturities,
} from '~/services/reports/maturities.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Read what is due in each twelve-month span from a day',
      answer: z.array(MaturityView),
      details:
        'Discounted is what wells carry, undiscounted what that grows to by each layer’s own retirement date. By field or by well, only what is due is listed, and `year` picks one span. `format=csv` answers the same rows as a CSV file.',
    },
    as: requireCompany,
    limit: 'exports',
    search: MaturityQuery,
    reads: ({ scope, search }) => maturityReads(scope, search),
    run: ({ search, rows }) =>
      reportResponse(toMaturities(search, rows), search, {
        fileName: `aro-maturities${nameOfGroup(search.by)}-as-of-${search.asOf}`,
        columns: search.by === 'total' ? MATURITY_COLUMNS : GROUPED_MATURITY_COLUMNS,
      }),
  }),
});

export const loader = api.loader;
export const action = api.action;
