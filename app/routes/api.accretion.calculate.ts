import { z } from 'zod';
import { AccretionInput, AccretionPostingQuery } from '~/schemas/books/accretion';
import { AccretionView } from '~/schemas/books/layer-views';
import { PostingPreview } from '~/schemas/books/posting-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { listResponse } from '~/server/list-response.server';
import { streamedListResponse } from '~/server/streamed-list-response.server';
import { postAndListAccretion, postAndListAllAccretion } from '~/services/books/accretion.server';
import { postingReads } from '~/services/books/post-accretion.server';
import { previewPosting } from '~/services/books/preview-accretion.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Post accretion through a period end',
      response: z.array(AccretionView),
      mayBeMissing: true,
      preview: PostingPreview,
      details: '`?preview=true` returns the same preview as `GET /api/accretion/preview` and posts nothing.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    body: AccretionInput,
    search: AccretionPostingQuery,
    reads: ({ scope, body }) => postingReads(scope, body),
    run: async ({ ctx, body, search: { preview, reviewed, limit }, rows, request }) => {
      if (preview) return Response.json(await previewPosting(ctx, body, rows));
      if (!limit) return streamedListResponse(postAndListAllAccretion(ctx, body, rows, reviewed));
      const { items, nextCursor } = await postAndListAccretion(ctx, body, rows, { limit, reviewed });
      const { periodEnd } = body;
      // The next pages only list records, without posting again.
      const list = new Request(new URL(`/api/accretion?periodEnd=${periodEnd}&limit=${limit}`, request.url));
      return listResponse(list, items, nextCursor);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
