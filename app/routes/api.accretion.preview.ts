import { AccretionInput } from '~/schemas/books/accretion';
import { PostingPreview } from '~/schemas/platform/views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { postingReads, previewPosting } from '~/services/books/post-accretion.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Say what a posting would do, without doing it', answer: PostingPreview },
    as: requireCompany,
    limit: 'postings',
    search: AccretionInput,
    reads: ({ scope, search }) => postingReads(scope, search),
    run: ({ ctx, search, rows }) => previewPosting(ctx, search, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
