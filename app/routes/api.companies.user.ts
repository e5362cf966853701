import { z } from 'zod';
import { Membership } from '~/schemas/people/user';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireUser } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List the current user’s companies', response: z.array(Membership) },
    guard: requireUser,
    run: ({ ctx }) => ctx.actor.user.userCompanies,
  }),
});

export const loader = api.loader;
export const action = api.action;
