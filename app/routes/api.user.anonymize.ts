import { DeletionStatus } from '~/schemas/people/admin';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { anonymize } from '~/services/people/account.server';
import { requireAccount } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: { summary: 'Anonymize the own account', answer: DeletionStatus },
    as: requireAccount,
    run: ({ ctx }) => anonymize(ctx),
  }),
});

export const loader = api.loader;
export const action = api.action;
