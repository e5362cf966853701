import { apiRoute, endpoint } from '~/server/api-route.server';
import { deleteCompany } from '~/services/people/company.server';
import { requireSystemAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  DELETE: endpoint({
    about: { summary: 'Delete a company that has no wells' },
    as: requireSystemAdmin,
    run: ({ ctx, params }) => deleteCompany(ctx, params.companyId),
  }),
});

export const loader = api.loader;
export const action = api.action;
