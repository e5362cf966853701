import { z } from 'zod';
import { SessionView } from '~/schemas/people/session';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { readSessionId } from '~/server/session-cookie.server';
import { endOtherSessions, listSessions } from '~/services/people/own-sessions.server';
import { requireAccount } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List the current user’s sessions', response: z.array(SessionView) },
    guard: requireAccount,
    run: async ({ ctx, request }) => listSessions(ctx, await readSessionId(request, ctx.env)),
  }),
  DELETE: endpoint({
    about: { summary: 'End all other sessions of the current user' },
    guard: requireAccount,
    run: async ({ ctx, request }) => endOtherSessions(ctx, await readSessionId(request, ctx.env)),
  }),
});

export const loader = api.loader;
export const action = api.action;
