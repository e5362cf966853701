import { DeletionStatus } from '~/schemas/people/admin';
import { LeavingReason } from '~/schemas/people/user';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { markForDeletion } from '~/services/people/account.server';
import { requireAccount } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: { summary: 'Mark the current user’s account for deletion', response: DeletionStatus },
    guard: requireAccount,
    search: LeavingReason,
    run: ({ ctx, search }) => markForDeletion(ctx, search),
  }),
});

export const loader = api.loader;
export const action = api.action;
