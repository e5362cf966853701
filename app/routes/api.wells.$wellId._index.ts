import { DeletionPreview, ReviewedPreview } from '~/schemas/books/posting';
import { ReviewQuery } from '~/schemas/platform/preview';
import { WellInput } from '~/schemas/wells/well';
import { WellView } from '~/schemas/wells/well-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { expectedVersion } from '~/server/if-match.server';
import { deleteWell, deletionReads, previewDeletion } from '~/services/books/delete-well.server';
import { previewUpdate, updateReads, updateWell } from '~/services/books/update-well.server';
import { requireCompany, requireCompanyWriter } from '~/services/platform/context.server';
import { getWell } from '~/services/wells/well.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Get a well', response: WellView },
    guard: requireCompany,
    run: ({ ctx, params }) => getWell(ctx, params.wellId),
  }),
  PUT: endpoint({
    about: {
      summary: 'Replace a well',
      isVersioned: true,
      response: WellView,
      preview: ReviewedPreview,
      details:
        'Plugging a well posts its accretion through the plugging date. `?preview=true` returns a preview of the postings and saves nothing.',
    },
    guard: requireCompanyWriter,
    // Any other change posts nothing.
    limit: ({ body }) => (body.wellStatus === 'Plugged' ? 'postings' : null),
    body: WellInput,
    search: ReviewQuery,
    reads: ({ scope, params }) => updateReads(scope, params.wellId),
    run: async ({ ctx, params, body, search, rows, request }) => {
      const version = expectedVersion(request);
      if (search.preview) return Response.json(await previewUpdate(ctx, body, version, rows));
      return updateWell(ctx, params.wellId, body, version, rows, search.reviewed);
    },
  }),
  DELETE: endpoint({
    about: {
      summary: 'Delete a well and its layers',
      preview: DeletionPreview,
      details:
        'Reverses everything posted on the well. `?preview=true` returns a preview of the reversals and deletes nothing.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    search: ReviewQuery,
    reads: ({ scope, params }) => deletionReads(scope, params.wellId),
    run: async ({ ctx, params, search, rows }) =>
      search.preview
        ? Response.json(await previewDeletion(rows))
        : deleteWell(ctx, params.wellId, rows, search.reviewed),
  }),
});

export const loader = api.loader;
export const action = api.action;
