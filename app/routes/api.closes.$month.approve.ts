import { ApproveInput, CloseView } from '~/schemas/close/close';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { closeReads } from '~/services/close/close-reads.server';
import { approveClose } from '~/services/close/sign-off.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Approve the preparation of a month',
      response: CloseView,
      details: 'With the `second-person` setting, the preparer can’t approve.',
    },
    guard: requireCompanyAdmin,
    limit: 'postings',
    body: ApproveInput,
    reads: ({ scope, params }) => closeReads(scope, params.month),
    run: ({ ctx, params, body, rows }) => approveClose(ctx, params.month, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
