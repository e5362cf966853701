import { z } from 'zod';
import { DisclosureQuery } from '~/schemas/reports/report';
import { DisclosureView } from '~/schemas/reports/report-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { reportResponse } from '~/server/report-response.server';
import { requireCompany } from '~/services/platform/context.server';
import { disclosureReads, toDisclosure } from '~/services/reports/disclosure.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get the ARO disclosure between two dates, in total, by field or by well',
      response: z.array(DisclosureView),
      details:
        'One column per cause, such as liabilities incurred and settled (ASC 410-20-50-1), with the current portion at the end date. `field` limits the report to the wells in one field. `format=csv` returns the same rows as a CSV file.',
    },
    guard: requireCompany,
    limit: 'exports',
    search: DisclosureQuery,
    reads: ({ scope, search }) => disclosureReads(scope, search),
    run: ({ search, rows }) => reportResponse('disclosure', toDisclosure(search, rows), search),
  }),
});

export const loader = api.loader;
export const action = api.action;
