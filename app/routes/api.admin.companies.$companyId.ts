import { CompanyView } from '~/schemas/people/admin';
import { CompanyDeletion, CompanyNames } from '~/schemas/people/company';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { deleteCompany, renameCompany } from '~/services/people/company.server';
import { requireSystemAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  PUT: endpoint({
    about: { summary: 'Change a company’s name, code and description', response: CompanyView },
    guard: requireSystemAdmin,
    body: CompanyNames,
    run: ({ ctx, params, body }) => renameCompany(ctx, params.companyId, body),
  }),
  DELETE: endpoint({
    about: { summary: 'Delete a company that has no wells' },
    guard: requireSystemAdmin,
    search: CompanyDeletion,
    run: ({ ctx, params, search }) => deleteCompany(ctx, params.companyId, search.reason),
  }),
});

export const loader = api.loader;
export const action = api.action;
