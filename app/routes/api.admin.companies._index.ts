import { AdminListQuery } from '~/schemas/admin';
import { CompanyInput } from '~/schemas/company';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { countedListResponse } from '~/server/list-response.server';
import { createCompany, getAdminCompanies } from '~/services/company.server';
import { requireSystemAdmin } from '~/services/context.server';

const api = apiRoute({
  GET: endpoint({
    as: requireSystemAdmin,
    search: AdminListQuery,
    run: async ({ ctx, search, request }) =>
      countedListResponse(request, await getAdminCompanies(ctx, search)),
  }),
  POST: endpoint({
    as: requireSystemAdmin,
    body: CompanyInput,
    status: 201,
    run: ({ ctx, body }) => createCompany(ctx, body),
  }),
});

export const loader = api.loader;
export const action = api.action;
