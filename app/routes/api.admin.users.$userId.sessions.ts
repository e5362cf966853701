import { apiRoute, endpoint } from '~/server/api-route.server';
import { endAllSessions } from '~/services/people/own-sessions.server';
import { requireSystemAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  DELETE: endpoint({
    about: { summary: 'End all of a user’s sessions' },
    guard: requireSystemAdmin,
    run: ({ ctx, params }) => endAllSessions(ctx, params.userId),
  }),
});

export const loader = api.loader;
export const action = api.action;
