import { PostingPageQuery, PostingView } from '~/schemas/books/posting';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { parseLedgerNumber, postingOf } from '~/services/books/ledger-number.server';
import { postingViewReads, toPostingView } from '~/services/books/postings.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get a posting',
      response: PostingView,
      details:
        'Movements are paged: pass `nextCursor` as `cursor` to get the next page. `wellId` limits them to one well; totals and count still cover the whole posting.',
    },
    guard: requireCompany,
    search: PostingPageQuery,
    reads: ({ scope, params, search }) =>
      postingViewReads(scope, postingOf(scope, parseLedgerNumber(params.postingId) ?? 0), search),
    run: ({ rows }) => toPostingView(rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
