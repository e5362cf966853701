import { CloseInput, PeriodsView } from '~/schemas/books/period';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requestSeal } from '~/services/audit/seal.server';
import { closeMonth, closeMonthReads } from '~/services/close/close-month.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Close the books through a month-end',
      response: PeriodsView,
      details:
        'Saves the reports as of the close. Requires approval and tie-out if the company’s settings do.',
    },
    guard: requireCompanyAdmin,
    limit: 'postings',
    body: CloseInput,
    reads: ({ scope, body }) => closeMonthReads(scope, body),
    run: async ({ ctx, body, rows }) => {
      const periods = await closeMonth(ctx, body, rows);
      await requestSeal(ctx, ctx.companyId);
      return periods;
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
