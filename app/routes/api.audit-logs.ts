import { z } from 'zod';
import { AuditQuery } from '~/schemas/audit/audit';
import { AuditView } from '~/schemas/audit/audit-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { listResponse } from '~/server/list-response.server';
import { listAudit } from '~/services/audit/audit-log.server';
import { requireMember } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'List the audit log, newest first unless sorted otherwise',
      response: z.array(AuditView),
    },
    guard: requireMember,
    search: AuditQuery,
    run: async ({ ctx, search, request }) => {
      const { items, nextCursor } = await listAudit(ctx, search);
      return listResponse(request, items, nextCursor);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
