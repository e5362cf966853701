import { PeriodsView, ReopenInput } from '~/schemas/books/period';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { periodsReads, reopenPeriod } from '~/services/books/periods.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: { summary: 'Reopen the books from the first day of a month', response: PeriodsView },
    guard: requireCompanyAdmin,
    limit: 'postings',
    body: ReopenInput,
    reads: ({ scope }) => periodsReads(scope),
    run: ({ ctx, body, rows }) => reopenPeriod(ctx, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
