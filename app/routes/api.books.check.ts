import { BooksCheckView } from '~/schemas/books/period';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { checkBooks } from '~/services/books/check-books.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Check all balances against their movements and all postings against the posting rules',
      response: BooksCheckView,
    },
    guard: requireCompanyAdmin,
    limit: 'postings',
    run: ({ ctx }) => checkBooks(ctx),
  }),
});

export const loader = api.loader;
export const action = api.action;
