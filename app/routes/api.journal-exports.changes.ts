import { ExportChangesQuery, SinceLastExportView } from '~/schemas/reports/journal-export';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireCompany } from '~/services/platform/context.server';
import { changesSinceLastExport, exportReads } from '~/services/reports/journal-export.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get the changes since the last export of the same dates',
      response: SinceLastExportView,
    },
    guard: requireCompany,
    limit: 'exports',
    search: ExportChangesQuery,
    reads: ({ scope, search }) => exportReads(scope, search),
    run: ({ ctx, search, rows }) => changesSinceLastExport(ctx, search, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
