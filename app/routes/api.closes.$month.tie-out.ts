import { CloseView, TieOutInput } from '~/schemas/close/close';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { closeReads } from '~/services/close/close-reads.server';
import { saveTieOut } from '~/services/close/tie-out.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  PUT: endpoint({
    about: {
      summary: 'Enter what the general ledger has at the end of a month',
      answer: CloseView,
      details: 'Debits are positive. Accounts that are left out stay; a balance of null takes one away.',
    },
    as: requireCompanyAdmin,
    limit: 'postings',
    body: TieOutInput,
    reads: ({ scope, params }) => closeReads(scope, params.month),
    run: ({ ctx, params, body, rows }) => saveTieOut(ctx, params.month, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
