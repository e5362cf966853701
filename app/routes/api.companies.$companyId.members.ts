import { z } from 'zod';
import { MemberView } from '~/schemas/people/people-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { listMembers } from '~/services/people/member.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List the company’s members', response: z.array(MemberView) },
    guard: requireCompanyAdmin,
    run: ({ ctx, params }) => listMembers(ctx, params.companyId),
  }),
});

export const loader = api.loader;
export const action = api.action;
