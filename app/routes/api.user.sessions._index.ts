import { z } from 'zod';
import { SessionView } from '~/schemas/people/session';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { readSessionId } from '~/server/session-cookie.server';
import { endOtherSessions, listSessions } from '~/services/people/own-sessions.server';
import { requireAccount } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List the own sessions', answer: z.array(SessionView) },
    as: requireAccount,
    run: async ({ ctx, request }) => listSessions(ctx, await readSessionId(request, ctx.env)),
  }),
  DELETE: endpoint({
    about: { summary: 'End the own sessions, all but the one that the call is made with' },
    as: requireAccount,
    run: async ({ ctx, request }) => endOtherSessions(ctx, await readSessionId(request, ctx.env)),
  }),
});

export const loader = api.loader;
export const action = api.action;
