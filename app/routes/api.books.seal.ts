import { LatestSealView } from '~/schemas/audit/seal';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { latestSealQuery } from '~/services/audit/seal.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Get the latest seal of the audit log and the ledger', response: LatestSealView },
    guard: requireCompany,
    reads: ({ scope }) => ({ seals: latestSealQuery(scope) }),
    run: ({ rows }) => ({ seal: rows.seals[0] ?? null }),
  }),
});

export const loader = api.loader;
export const action = api.action;
