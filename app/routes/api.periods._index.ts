import { monthEnd } from '~/domain/calendar/calendar-date';
import { PeriodsQuery, PeriodsView } from '~/schemas/books/period';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { getPeriods, periodsReads } from '~/services/books/periods.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'List the months of the books and their status',
      response: PeriodsView,
      details: 'Includes warnings for `month`, or for the next month to close.',
    },
    guard: requireCompany,
    search: PeriodsQuery,
    reads: ({ scope, search }) => periodsReads(scope, search.month ? monthEnd(`${search.month}-01`) : null),
    run: ({ ctx, rows }) => getPeriods(ctx, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
