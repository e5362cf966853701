import { MonthEndView } from '~/schemas/platform/views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { reviewCatchUp, reviewReads } from '~/services/books/review-catch-up.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Mark what a month-end run caught up as reviewed',
      answer: MonthEndView,
      details:
        'A run whose records cover more than one month for some layers is on the worklist until somebody has reviewed it.',
    },
    as: requireCompanyAdmin,
    reads: ({ scope, params }) => reviewReads(scope, params.periodEnd!),
    run: ({ ctx, params, rows }) => reviewCatchUp(ctx, params.periodEnd!, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
