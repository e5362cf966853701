import { PeriodsView } from '~/schemas/books/period';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { getPeriods, periodsReads } from '~/services/books/periods.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List the months of the books and their status', answer: PeriodsView },
    as: requireCompany,
    reads: ({ scope }) => periodsReads(scope),
    run: ({ ctx, rows }) => getPeriods(ctx, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
