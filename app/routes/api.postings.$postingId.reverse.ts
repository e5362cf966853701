import { PostingView, ReversalInput, ReversalPreview } from '~/schemas/books/posting';
import { ReviewQuery } from '~/schemas/platform/preview';
import { apiRoute, endpoint } from '~/server/api-route.server';
import {
  postingNumber,
  previewReversal,
  reversalReads,
  reverse,
} from '~/services/books/reverse-posting.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Reverse a posting, its whole act or upload, or one well’s part of it',
      response: PostingView,
      preview: ReversalPreview,
      details:
        '`wholeAct` reverses all postings of the act, in one act; `wholeUpload` reverses everything that the upload posted. `?preview=true` returns a preview with `wells`, `act` and `reviewed`, and posts nothing. Send its `reviewed` as `?reviewed=` to post exactly that or get 409.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    body: ReversalInput,
    search: ReviewQuery,
    status: 201,
    reads: ({ scope, params, body }) => reversalReads(scope, postingNumber(params.postingId), body),
    run: async ({ ctx, params, body, search, rows }) => {
      const number = postingNumber(params.postingId);
      return search.preview
        ? Response.json(await previewReversal(ctx, number, body, rows))
        : reverse(ctx, number, body, rows, search.reviewed);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
