import { CloseInput, PeriodsView } from '~/schemas/books/period';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { closePeriod, periodsReads } from '~/services/books/periods.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: { summary: 'Close the books through a month-end', answer: PeriodsView },
    as: requireCompanyAdmin,
    limit: 'postings',
    body: CloseInput,
    reads: ({ scope }) => periodsReads(scope),
    run: ({ ctx, body, rows }) => closePeriod(ctx, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
