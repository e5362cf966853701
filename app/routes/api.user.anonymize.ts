import { DeletionStatus } from '~/schemas/people/admin';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { readSessionId } from '~/server/session-cookie.server';
import { anonymize } from '~/services/people/account.server';
import { requireAccount } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: { summary: 'Anonymize the current user’s account', answer: DeletionStatus },
    as: requireAccount,
    run: async ({ ctx, request }) => anonymize(ctx, await readSessionId(request, ctx.env)),
  }),
});

export const loader = api.loader;
export const action = api.action;
