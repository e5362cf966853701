import { apiRoute, endpoint } from '~/server/api-route.server';
import { removeMember } from '~/services/people/company.server';
import { requireSystemAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  DELETE: endpoint({
    about: { summary: 'Remove a user from a company' },
    as: requireSystemAdmin,
    run: ({ ctx, params }) => removeMember(ctx, params.userId, params.companyId),
  }),
});

export const loader = api.loader;
export const action = api.action;
