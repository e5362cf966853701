import { CompanyDeletion } from '~/schemas/people/company';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { deleteCompany } from '~/services/people/company.server';
import { requireSystemAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  DELETE: endpoint({
    about: { summary: 'Delete a company that has no wells' },
    as: requireSystemAdmin,
    search: CompanyDeletion,
    run: ({ ctx, params, search }) => deleteCompany(ctx, params.companyId, search.reason),
  }),
});

export const loader = api.loader;
export const action = api.action;
