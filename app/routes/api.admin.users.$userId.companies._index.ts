import { MembershipView } from '~/schemas/people/admin';
import { MembershipInput } from '~/schemas/people/company';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { addMember } from '~/services/people/company.server';
import { requireSystemAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: { summary: 'Add a user to a company', response: MembershipView },
    guard: requireSystemAdmin,
    body: MembershipInput,
    status: 201,
    run: ({ ctx, params, body }) => addMember(ctx, params.userId, body),
  }),
});

export const loader = api.loader;
export const action = api.action;
