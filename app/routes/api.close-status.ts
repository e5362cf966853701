import { CloseStatusView } from '~/schemas/reports/close-status';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireCompany } from '~/services/platform/context.server';
import { closeStatusReads, getCloseStatus } from '~/services/reports/close-status.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get the close status',
      response: CloseStatusView,
      details: 'How far the books are accreted, closed and exported, and how many wells need attention.',
    },
    guard: requireCompany,
    reads: ({ scope }) => closeStatusReads(scope),
    run: ({ rows }) => getCloseStatus(rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
