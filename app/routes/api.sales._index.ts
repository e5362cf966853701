import { SalesInput, SalesPosting } from '~/schemas/books/sale';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { salesReads, sellWells } from '~/services/books/sell-wells.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Sell a part of many wells, or of a whole field',
      answer: SalesPosting,
      details:
        'One act. Give `interestSold`, in percent of each whole well, or `shareSold`, in percent of what the company has in each; and `wells` by code, or a `field`. Proceeds are spread over the wells by the liability that leaves. In mode `all` nothing is posted while a well is refused; in mode `accepted` refused wells are left out.',
    },
    as: requireCompanyAdmin,
    limit: 'postings',
    body: SalesInput,
    status: 201,
    reads: ({ scope, body }) => salesReads(scope, body),
    run: ({ ctx, body, rows }) => sellWells(ctx, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
