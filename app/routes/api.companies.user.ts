import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireUser } from '~/services/context.server';

const api = apiRoute({
  GET: endpoint({ as: requireUser, run: ({ ctx }) => ctx.actor.user.userCompanies }),
});

export const loader = api.loader;
export const action = api.action;
