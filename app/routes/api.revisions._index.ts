import { RevisionInput, RevisionPosting, RevisionPreview } from '~/schemas/books/revision';
import { MAX_ROWS_BODY_BYTES } from '~/schemas/books/well-rows';
import { ReviewQuery } from '~/schemas/platform/preview';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { previewRevisions, reviseWells, revisionReads } from '~/services/books/revise-wells.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Revise the estimates of many wells',
      response: RevisionPosting,
      preview: RevisionPreview,
      details:
        'One posting for all rows. With mode `all`, nothing is posted if any row fails; with mode `accepted`, failed rows are skipped. A decrease without rates uses the rates of the layers it reduces, under the company’s policy. `?preview=true` returns the same preview as `POST /api/revisions/preview` and posts nothing.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    body: RevisionInput,
    search: ReviewQuery,
    maxBodyBytes: MAX_ROWS_BODY_BYTES,
    status: 201,
    reads: ({ scope, body }) => revisionReads(scope, body),
    run: async ({ ctx, body, search, rows }) =>
      search.preview
        ? Response.json(await previewRevisions(ctx, body, rows))
        : reviseWells(ctx, body, rows, search.reviewed),
  }),
});

export const loader = api.loader;
export const action = api.action;
