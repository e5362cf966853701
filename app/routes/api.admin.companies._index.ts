import { z } from 'zod';
import { AdminCompanyQuery, AdminCompanyView, CompanyView } from '~/schemas/people/admin';
import { CompanyInput } from '~/schemas/people/company';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { countedListResponse } from '~/server/list-response.server';
import { companySearchReads, createCompany, getAdminCompanies } from '~/services/people/company.server';
import { requireSystemAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List companies with their members', response: z.array(AdminCompanyView) },
    guard: requireSystemAdmin,
    search: AdminCompanyQuery,
    reads: ({ scope, search }) => companySearchReads(scope, search),
    run: async ({ ctx, search, rows, request }) =>
      countedListResponse(request, await getAdminCompanies(ctx, search, rows)),
  }),
  POST: endpoint({
    about: { summary: 'Create a company', response: CompanyView },
    guard: requireSystemAdmin,
    body: CompanyInput,
    status: 201,
    run: ({ ctx, body }) => createCompany(ctx, body),
  }),
});

export const loader = api.loader;
export const action = api.action;
