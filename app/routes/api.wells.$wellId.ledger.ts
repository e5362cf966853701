import { z } from 'zod';
import { WellLedgerQuery } from '~/schemas/reports/report';
import { WellLedgerView } from '~/schemas/reports/report-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { csvResponse } from '~/server/csv-response.server';
import { requireCompany } from '~/services/platform/context.server';
import { toWellLedger, WELL_LEDGER_COLUMNS, wellLedgerReads } from '~/services/reports/well-ledger.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get every movement of a well with running balances, oldest first',
      response: z.array(WellLedgerView),
      details:
        '`from`, `to`, `kind` and `layer` filter the movements; balances still cover the whole well. `openingsTo` adds opening balances through that date, which rollforwards include in the beginning balance. `format=csv` returns the same rows as a CSV file, with users’ names.',
    },
    guard: requireCompany,
    limit: 'exports',
    search: WellLedgerQuery,
    reads: ({ scope, params }) => wellLedgerReads(scope, params.wellId),
    run: ({ search, rows }) => {
      const ledger = toWellLedger(search, rows);
      if (search.format !== 'csv') return ledger;
      const lines = ledger.map((row) => ({ ...row, user: row.user?.name ?? null }));
      return csvResponse('well-ledger.csv', WELL_LEDGER_COLUMNS, [lines], (line) =>
        WELL_LEDGER_COLUMNS.map((column) => line[column]),
      );
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
