import { z } from 'zod';
import { CloseChangesQuery, CloseChangesView } from '~/schemas/close/close-changes';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { closeChangesReads, getCloseChanges } from '~/services/close/close-changes.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get the changes to a month from each close to the next',
      response: z.array(CloseChangesView),
      details:
        'Newest first; empty for a month that was never reopened. While the month is open, the first item has the changes since its last close. With an earlier `beginDate`, the figures cover the days from that date through the end of the month.',
    },
    guard: requireCompany,
    limit: 'exports',
    search: CloseChangesQuery,
    reads: ({ scope }) => closeChangesReads(scope),
    run: ({ ctx, params, search, rows }) => getCloseChanges(ctx, { month: params.month, ...search }, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
