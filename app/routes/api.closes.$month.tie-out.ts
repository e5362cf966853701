import { CloseView, TieOutInput } from '~/schemas/close/close';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { closeReads } from '~/services/close/close-reads.server';
import { saveTieOut } from '~/services/close/tie-out.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  PUT: endpoint({
    about: {
      summary: 'Enter general ledger balances at the end of a month',
      response: CloseView,
      details: 'Debits are positive. Omitted accounts are unchanged; a null balance removes the entry.',
    },
    guard: requireCompanyAdmin,
    limit: 'postings',
    body: TieOutInput,
    reads: ({ scope, params }) => closeReads(scope, params.month),
    run: ({ ctx, params, body, rows }) => saveTieOut(ctx, params.month, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
