import { PostingView, ReviewedPreview } from '~/schemas/books/posting';
import { ReviewQuery } from '~/schemas/platform/preview';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { missedReads, postMissed, previewMissed } from '~/services/books/missed-accretion.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Post the accretion that a well missed',
      answer: PostingView,
      preview: ReviewedPreview,
      details:
        'At each open period end that is posted for the company and that layers of this well came too late for, in one act, with their depreciation. `?preview=true` returns what would be posted, and posts nothing.',
    },
    as: requireCompanyWriter,
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
