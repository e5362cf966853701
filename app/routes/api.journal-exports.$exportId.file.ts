import { apiRoute, endpoint } from '~/server/api-route.server';
import { LEDGER_FILE_TYPES, ledgerFileResponse } from '~/server/ledger-file-response.server';
import { requireCompany } from '~/services/platform/context.server';
import { exportFileReads, getExportFile } from '~/services/reports/journal-export.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get the file of an export',
      files: LEDGER_FILE_TYPES,
      details:
        'CSV, or IIF for QuickBooks Desktop, as text, byte for byte as exported. Returns 409 if accounts, codes or names have changed since, so the file can’t be reproduced.',
    },
    guard: requireCompany,
    limit: 'exports',
    reads: ({ scope, params }) => exportFileReads(scope, params.exportId),
    run: async ({ ctx, rows }) => {
      const { journalExport, texts } = await getExportFile(ctx, rows);
      return ledgerFileResponse(journalExport, texts);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
