import { LeavingReason } from '~/schemas/people/user';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { readSessionId } from '~/server/session-cookie.server';
import { deleteAccount } from '~/services/people/account.server';
import { requireAccount } from '~/services/platform/context.server';

const api = apiRoute({
  DELETE: endpoint({
    about: { summary: 'Permanently delete the current user’s account' },
    guard: requireAccount,
    search: LeavingReason,
    run: async ({ ctx, request, search }) =>
      deleteAccount(ctx, await readSessionId(request, ctx.env), search),
  }),
});

export const loader = api.loader;
export const action = api.action;
