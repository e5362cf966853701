import { MembershipView } from '~/schemas/people/admin';
import { RoleInput } from '~/schemas/people/company';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { changeMemberRole, removeMember } from '~/services/people/company.server';
import { requireSystemAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  PUT: endpoint({
    about: { summary: 'Change a member’s role', response: MembershipView },
    guard: requireSystemAdmin,
    body: RoleInput,
    run: ({ ctx, params, body }) =>
      changeMemberRole(ctx, { userId: params.userId, companyId: params.companyId, ...body }),
  }),
  DELETE: endpoint({
    about: { summary: 'Remove a user from a company' },
    guard: requireSystemAdmin,
    run: ({ ctx, params }) => removeMember(ctx, params.userId, params.companyId),
  }),
});

export const loader = api.loader;
export const action = api.action;
