import { MembershipInput } from '~/schemas/company';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { addMember } from '~/services/company.server';
import { requireSystemAdmin } from '~/services/context.server';

const api = apiRoute({
  POST: endpoint({
    as: requireSystemAdmin,
    body: MembershipInput,
    status: 201,
    run: ({ ctx, params, body }) => addMember(ctx, params.userId, body),
  }),
});

export const loader = api.loader;
export const action = api.action;
