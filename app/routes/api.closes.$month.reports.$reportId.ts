import { apiRoute, endpoint } from '~/server/api-route.server';
import { storedFileResponse } from '~/server/stored-file-response.server';
import { keptReportReads, readKeptReport } from '~/services/close/kept-reports.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Download a report saved at close',
      files: ['text/csv'],
      details: 'A CSV file, byte for byte as it was at the close. `Repr-Digest` has its SHA-256.',
    },
    guard: requireCompany,
    limit: 'exports',
    reads: ({ scope, params }) => keptReportReads(scope, params.reportId),
    run: async ({ ctx, rows }) => {
      const { report, body } = await readKeptReport(ctx, rows);
      return storedFileResponse(body, { ...report, contentType: 'text/csv; charset=utf-8' });
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
