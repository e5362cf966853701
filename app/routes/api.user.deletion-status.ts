import { DeletionStatus } from '~/schemas/people/admin';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { getDeletionStatus } from '~/services/people/account.server';
import { requireAccount } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Get the current user’s deletion status', response: DeletionStatus },
    guard: requireAccount,
    run: ({ ctx }) => getDeletionStatus(ctx),
  }),
});

export const loader = api.loader;
export const action = api.action;
