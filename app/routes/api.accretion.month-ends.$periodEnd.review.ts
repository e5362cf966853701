import { MonthEndView } from '~/schemas/books/posting-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { reviewCatchUp, reviewReads } from '~/services/books/review-catch-up.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Mark a month-end run’s catch-up as reviewed',
      response: MonthEndView,
      details:
        'A run with records that cover more than one month remains on the worklist until a user reviews it.',
    },
    guard: requireCompanyAdmin,
    reads: ({ scope, params }) => reviewReads(scope, params.periodEnd),
    run: ({ ctx, params, rows }) => reviewCatchUp(ctx, params.periodEnd, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
