import { SalesInput, SalesPosting, SalesPreview } from '~/schemas/books/sale';
import { ReviewQuery } from '~/schemas/platform/preview';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { previewSales, salesReads, sellWells } from '~/services/books/sell-wells.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Sell an interest in many wells or in a whole field',
      response: SalesPosting,
      preview: SalesPreview,
      details:
        'Give either `interestSold`, a percentage of each whole well, or `shareSold`, a percentage of the company’s interest in each; and either `wells`, by code, or a `field`. Proceeds are allocated in proportion to the liability sold. With mode `all`, nothing is posted if any well fails; with mode `accepted`, failed wells are skipped. `?preview=true` returns the same preview as `POST /api/sales/preview` and posts nothing.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    body: SalesInput,
    search: ReviewQuery,
    status: 201,
    reads: ({ scope, body }) => salesReads(scope, body),
    run: async ({ ctx, body, search, rows }) =>
      search.preview
        ? Response.json(await previewSales(ctx, body, rows))
        : sellWells(ctx, body, rows, search.reviewed),
  }),
});

export const loader = api.loader;
export const action = api.action;
