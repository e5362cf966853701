import { PostingView } from '~/schemas/books/posting';
import { SaleInput, SalePreview } from '~/schemas/books/sale';
import { ReviewQuery } from '~/schemas/platform/preview';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { previewSale, saleReads, sellWell } from '~/services/books/sell-well.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Sell a well or an interest in it',
      response: PostingView,
      preview: SalePreview,
      details:
        '`interestSold` is a percentage of the whole well, with up to eight decimals. That part of each layer’s liability and asset is derecognized. Proceeds are 0 if booked elsewhere. `?preview=true` returns a preview of the postings and posts nothing.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    body: SaleInput,
    search: ReviewQuery,
    status: 201,
    reads: ({ scope, params, body }) => saleReads(scope, params.wellId, body),
    run: async ({ ctx, params, body, search, rows }) =>
      search.preview
        ? Response.json(await previewSale(ctx, body, rows))
        : sellWell(ctx, params.wellId, body, rows, search.reviewed),
  }),
});

export const loader = api.loader;
export const action = api.action;
