import { UserView } from '~/schemas/people/user';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { getCurrentUser } from '~/services/people/user.server';
import { requireAccount } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Get the current user', response: UserView },
    guard: requireAccount,
    run: ({ ctx }) => getCurrentUser(ctx),
  }),
});

export const loader = api.loader;
export const action = api.action;
