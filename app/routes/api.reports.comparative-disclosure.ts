import { z } from 'zod';
import { comparativeFile } from '~/domain/reports/comparative-disclosure';
import { reportFileName } from '~/domain/reports/report-file-name';
import { ComparativeQuery } from '~/schemas/reports/report';
import { ComparativeDisclosureView } from '~/schemas/reports/report-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { csvResponse } from '~/server/csv-response.server';
import { requireCompany } from '~/services/platform/context.server';
import { comparativeReads, getComparativeDisclosure } from '~/services/reports/comparative-disclosure.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get the total ARO disclosure for a period and the same dates in one or two prior years',
      response: z.array(ComparativeDisclosureView),
      details:
        'Columns, newest first. Each column begins with the ending balance of the next one, so days between two periods, such as quarters, have their own column. `format=csv` returns a row for each cause and a column for each period.',
    },
    guard: requireCompany,
    limit: 'exports',
    search: ComparativeQuery,
    reads: ({ scope, search }) => comparativeReads(scope, search),
    run: async ({ ctx, search, rows }) => {
      const columns = await getComparativeDisclosure(ctx, search, rows);
      if (search.format !== 'csv') return columns;
      const { headers, rows: lines } = comparativeFile(columns);
      const fileName = reportFileName('disclosure', { part: 'comparative' }, search);
      return csvResponse(`${fileName}.csv`, headers, [lines], (line) => line);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
