import { PostingView } from '~/schemas/books/posting';
import { SettlementInput, SettlementPreview } from '~/schemas/books/settlement';
import { ReviewQuery } from '~/schemas/platform/preview';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { previewSettlement, settlementReads, settleWell } from '~/services/books/settle-well.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Settle a well, partially or finally',
      response: PostingView,
      preview: SettlementPreview,
      details:
        'Without `relief`, the smaller of cost and carrying amount is relieved. A final settlement relieves the full balance. `?preview=true` returns a preview of the postings and posts nothing.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    body: SettlementInput,
    search: ReviewQuery,
    status: 201,
    reads: ({ scope, params, body }) => settlementReads(scope, params.wellId, body),
    run: async ({ ctx, params, body, search, rows }) =>
      search.preview
        ? Response.json(await previewSettlement(ctx, body, rows))
        : settleWell(ctx, params.wellId, body, rows, search.reviewed),
  }),
});

export const loader = api.loader;
export const action = api.action;
