import { PostingView, ReversalInput } from '~/schemas/books/posting';
import { PreviewQuery } from '~/schemas/platform/preview';
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
      summary: 'Reverse a posting, or one well’s part of it',
      answer: PostingView,
      details: '`?preview=true` returns what would be posted, as an ActPreview, and posts nothing.',
    },
    as: requireCompanyWriter,
    limit: 'postings',
    body: ReversalInput,
    search: PreviewQuery,
    status: 201,
    reads: ({ scope, params, body }) => reversalReads(scope, postingNumber(params.postingId), body),
    run: ({ ctx, params, body, search, rows }) => {
      const postingId = postingNumber(params.postingId);
      return search.preview
        ? Response.json(previewReversal(ctx, postingId, body, rows))
        : reverse(ctx, postingId, body, rows);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
