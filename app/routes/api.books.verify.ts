import { SealCheckView } from '~/schemas/audit/seal';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { readSealCopies } from '~/services/audit/seal-copies.server';
import { trustedKeys } from '~/services/audit/seal-key.server';
import { verifySeals } from '~/services/audit/verify-seals.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Verify the seals of the audit log and the ledger',
      response: SealCheckView,
      details: 'Recomputes all of the company’s seals and returns the first difference. Changes nothing.',
    },
    guard: requireCompanyAdmin,
    limit: 'postings',
    run: async ({ ctx }) =>
      verifySeals(ctx, {
        trustedKeys: await trustedKeys(ctx.env),
        copies: await readSealCopies(ctx, ctx.companyId),
      }),
  }),
});

export const loader = api.loader;
export const action = api.action;
