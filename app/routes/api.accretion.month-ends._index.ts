import { z } from 'zod';
import { MonthEndView } from '~/schemas/books/posting-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { listMonthEnds } from '~/services/books/list-month-ends.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'List automatic month-end runs, newest first',
      response: z.array(MonthEndView),
    },
    guard: requireCompanyAdmin,
    run: ({ ctx }) => listMonthEnds(ctx),
  }),
});

export const loader = api.loader;
export const action = api.action;
