import { CloseInput, PeriodsView } from '~/schemas/books/period';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requestSeal } from '~/services/audit/seal.server';
import { closePeriod, periodsReads } from '~/services/books/periods.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: { summary: 'Close the books through a month-end', answer: PeriodsView },
    as: requireCompanyAdmin,
    limit: 'postings',
    body: CloseInput,
    reads: ({ scope }) => periodsReads(scope),
    run: async ({ ctx, body, rows }) => {
      const periods = await closePeriod(ctx, body, rows);
      await requestSeal(ctx, ctx.companyId);
      return periods;
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
