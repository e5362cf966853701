import { LayerBatchInput, LayerBatchQuery } from '~/schemas/books/aro-layer';
import { LayerBatchPreview, LayerBatchResult } from '~/schemas/books/layer-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { batchReads, calculateLayers, previewLayers } from '~/services/books/calculate-all.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Calculate a layer for each well in a field or in the company',
      response: LayerBatchResult,
      preview: LayerBatchPreview,
      details: '`?preview=true` returns a preview of the postings and posts nothing.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    body: LayerBatchInput,
    search: LayerBatchQuery,
    reads: ({ scope, body }) => batchReads(scope, body),
    run: async ({ ctx, body, search: { preview, limit, reviewed }, rows }) =>
      preview
        ? Response.json(await previewLayers(ctx, body, rows, limit))
        : calculateLayers(ctx, body, rows, { limit, reviewed }),
  }),
});

export const loader = api.loader;
export const action = api.action;
