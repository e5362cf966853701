import { CloseView } from '~/schemas/close/close';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { closeReads } from '~/services/close/close-reads.server';
import { getClose } from '~/services/close/close-view.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get the close of a month: checklist, figures, tie-out, sign-offs and saved reports',
      response: CloseView,
    },
    guard: requireCompany,
    limit: 'exports',
    reads: ({ scope, params }) => closeReads(scope, params.month),
    run: ({ ctx, params, rows }) => getClose(ctx, params.month, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
