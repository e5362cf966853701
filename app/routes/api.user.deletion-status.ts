import { apiRoute, endpoint } from '~/server/api-route.server';
import { getDeletionStatus } from '~/services/account.server';
import { requireAccount } from '~/services/context.server';

const api = apiRoute({
  GET: endpoint({ as: requireAccount, run: ({ ctx }) => getDeletionStatus(ctx) }),
});

export const loader = api.loader;
export const action = api.action;
