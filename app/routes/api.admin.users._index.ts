import { AdminListQuery } from '~/schemas/admin';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { countedListResponse } from '~/server/list-response.server';
import { requireSystemAdmin } from '~/services/context.server';
import { getAdminUsers } from '~/services/user.server';

const api = apiRoute({
  GET: endpoint({
    as: requireSystemAdmin,
    search: AdminListQuery,
    run: async ({ ctx, search, request }) => countedListResponse(request, await getAdminUsers(ctx, search)),
  }),
});

export const loader = api.loader;
export const action = api.action;
