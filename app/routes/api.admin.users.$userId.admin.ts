import { AdminFlagInput, UserFields } from '~/schemas/people/admin';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { setSystemAdmin } from '~/services/people/user.server';
import { requireSystemAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  PUT: endpoint({
    about: { summary: 'Grant or revoke the system administrator role', response: UserFields },
    guard: requireSystemAdmin,
    body: AdminFlagInput,
    run: ({ ctx, params, body }) => setSystemAdmin(ctx, params.userId, body.isAdmin),
  }),
});

export const loader = api.loader;
export const action = api.action;
