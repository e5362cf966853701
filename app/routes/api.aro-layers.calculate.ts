import { LayerInput } from '~/schemas/books/aro-layer';
import { LayerPreview, LayerView } from '~/schemas/books/layer-views';
import { ReviewQuery } from '~/schemas/platform/preview';
import { apiRoute, endpoint } from '~/server/api-route.server';
import {
  calculateLayer,
  calculationReads,
  previewCalculation,
} from '~/services/books/calculate-layer.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Calculate one layer of one well',
      response: LayerView,
      mayBeMissing: true,
      preview: LayerPreview,
      details: '`?preview=true` returns a preview of the postings and posts nothing.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    body: LayerInput,
    search: ReviewQuery,
    status: 201,
    reads: ({ scope, body }) => calculationReads(scope, body),
    run: async ({ ctx, body, search, rows }) =>
      search.preview
        ? Response.json(await previewCalculation(ctx, body, rows))
        : calculateLayer(ctx, body, rows, search.reviewed),
  }),
});

export const loader = api.loader;
export const action = api.action;
