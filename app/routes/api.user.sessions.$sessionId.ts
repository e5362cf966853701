import { apiRoute, endpoint } from '~/server/api-route.server';
import { endOwnSession } from '~/services/people/own-sessions.server';
import { requireAccount } from '~/services/platform/context.server';

const api = apiRoute({
  DELETE: endpoint({
    about: {
      summary: 'End one of the current user’s sessions',
      details: 'An id that isn’t one of the user’s sessions also returns 204 and changes nothing.',
    },
    guard: requireAccount,
    run: ({ ctx, params }) => endOwnSession(ctx, params.sessionId),
  }),
});

export const loader = api.loader;
export const action = api.action;
