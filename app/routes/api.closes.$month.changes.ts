import { z } from 'zod';
import { CloseChangesView } from '~/schemas/close/close-changes';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { closeChangesReads, getCloseChanges } from '~/services/close/close-changes.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get what changed in a month from each close to the next',
      answer: z.array(CloseChangesView),
      details:
        'Newest first; empty for a month that was never reopened. While the month is open, the first is what changed since its last close.',
    },
    as: requireCompany,
    limit: 'exports',
    reads: ({ scope }) => closeChangesReads(scope),
    run: ({ ctx, params, rows }) => getCloseChanges(ctx, params.month, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
