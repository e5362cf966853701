import { CloseView, PrepareInput } from '~/schemas/close/close';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { closeReads } from '~/services/close/close-reads.server';
import { prepareClose } from '~/services/close/sign-off.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Sign off a month as prepared for its close',
      response: CloseView,
      details:
        'Any later change to the figures withdraws the sign-off. A new preparation replaces the previous one.',
    },
    guard: requireCompanyAdmin,
    limit: 'postings',
    body: PrepareInput,
    reads: ({ scope, params }) => closeReads(scope, params.month),
    run: ({ ctx, params, body, rows }) => prepareClose(ctx, params.month, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
