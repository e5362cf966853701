import { DeletionStatus } from '~/schemas/people/admin';
import { LeavingReason } from '~/schemas/people/user';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { readSessionId } from '~/server/session-cookie.server';
import { anonymize } from '~/services/people/account.server';
import { requireAccount } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: { summary: 'Anonymize the current user’s account', response: DeletionStatus },
    guard: requireAccount,
    search: LeavingReason,
    run: async ({ ctx, request, search }) => anonymize(ctx, await readSessionId(request, ctx.env), search),
  }),
});

export const loader = api.loader;
export const action = api.action;
