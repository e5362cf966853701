import { z } from 'zod';
import { AdminUserQuery, AdminUserView } from '~/schemas/people/admin';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { countedListResponse } from '~/server/list-response.server';
import { getAdminUsers, userSearchReads } from '~/services/people/user.server';
import { requireSystemAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List users and their companies', response: z.array(AdminUserView) },
    guard: requireSystemAdmin,
    search: AdminUserQuery,
    reads: ({ scope, search }) => userSearchReads(scope, search),
    run: async ({ ctx, search, rows, request }) =>
      countedListResponse(request, await getAdminUsers(ctx, search, rows)),
  }),
});

export const loader = api.loader;
export const action = api.action;
