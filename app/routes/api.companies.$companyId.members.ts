import { z } from 'zod';
import { MemberView } from '~/schemas/views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireCompanyAdmin } from '~/services/context.server';
import { listMembers } from '~/services/member.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List the company’s members', answer: z.array(MemberView) },
    as: requireCompanyAdmin,
    run: ({ ctx, params }) => listMembers(ctx, params.companyId),
  }),
});

export const loader = api.loader;
export const action = api.action;
