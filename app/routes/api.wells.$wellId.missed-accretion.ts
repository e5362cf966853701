import { PostingView, ReviewedPreview } from '~/schemas/books/posting';
import { ReviewQuery } from '~/schemas/platform/preview';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { missedReads, postMissed, previewMissed } from '~/services/books/missed-accretion.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Post a well’s missed accretion',
      response: PostingView,
      preview: ReviewedPreview,
      details:
        'Posts accretion and depreciation in one act, at each open period end that was posted for the company before layers of this well were calculated or corrected. `?preview=true` returns a preview of the postings and posts nothing.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    search: ReviewQuery,
    status: 201,
    reads: ({ scope, params }) => missedReads(scope, params.wellId),
    run: async ({ ctx, params, search, rows }) =>
      search.preview
        ? Response.json(await previewMissed(params.wellId, rows))
        : postMissed(ctx, params.wellId, rows, search.reviewed),
  }),
});

export const loader = api.loader;
export const action = api.action;
