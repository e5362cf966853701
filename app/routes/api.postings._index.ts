import { z } from 'zod';
import { PostingQuery, PostingView } from '~/schemas/books/posting';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { listResponse } from '~/server/list-response.server';
import { listPostings } from '~/services/books/postings.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'List postings, newest first',
      response: z.array(PostingView),
      details:
        'Long postings include only their first movements. `wellId` limits the list to one well, `actId` to one act.',
    },
    guard: requireCompany,
    search: PostingQuery,
    run: async ({ ctx, search, request }) => {
      const { items, nextCursor } = await listPostings(ctx, search);
      return listResponse(request, items, nextCursor);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
