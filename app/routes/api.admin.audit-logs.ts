import { z } from 'zod';
import { AuditQuery } from '~/schemas/audit/audit';
import { AuditView } from '~/schemas/audit/audit-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { listResponse } from '~/server/list-response.server';
import { listSystemAudit } from '~/services/audit/audit-log.server';
import { requireSystemAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'List audit entries that belong to no company: accounts, roles and ended sessions',
      response: z.array(AuditView),
    },
    guard: requireSystemAdmin,
    search: AuditQuery,
    run: async ({ ctx, search, request }) => {
      const { items, nextCursor } = await listSystemAudit(ctx, search);
      return listResponse(request, items, nextCursor);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
