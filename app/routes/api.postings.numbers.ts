import { PostingNumbersView } from '~/schemas/books/posting';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { postingNumbersReads, toPostingNumbers } from '~/services/books/posting-numbers.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Check the company’s posting numbers for gaps',
      response: PostingNumbersView,
      details:
        'Postings are numbered 1, 2, 3 … in the order they were written. Returns their count and any missing numbers.',
    },
    guard: requireCompany,
    reads: ({ scope }) => postingNumbersReads(scope),
    run: ({ rows }) => toPostingNumbers(rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
