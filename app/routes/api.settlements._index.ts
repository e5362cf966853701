import { SettlementsInput, SettlementsPosting, SettlementsPreview } from '~/schemas/books/settlement';
import { MAX_ROWS_BODY_BYTES } from '~/schemas/books/well-rows';
import { ReviewQuery } from '~/schemas/platform/preview';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { previewSettlements, settlementsReads, settleWells } from '~/services/books/settle-wells.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Settle many wells, partially or finally',
      response: SettlementsPosting,
      preview: SettlementsPreview,
      details:
        'One posting per date. With mode `all`, nothing is posted if any row fails; with mode `accepted`, failed rows are skipped. `?preview=true` returns the same preview as `POST /api/settlements/preview` and posts nothing.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    body: SettlementsInput,
    search: ReviewQuery,
    maxBodyBytes: MAX_ROWS_BODY_BYTES,
    status: 201,
    reads: ({ scope, body }) => settlementsReads(scope, body),
    run: async ({ ctx, body, search, rows }) =>
      search.preview
        ? Response.json(await previewSettlements(ctx, body, rows))
        : settleWells(ctx, body, rows, search.reviewed),
  }),
});

export const loader = api.loader;
export const action = api.action;
