import { AccretionPreviewQuery } from '~/schemas/books/accretion';
import { PostingPreview } from '~/schemas/books/posting-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { postingReads } from '~/services/books/post-accretion.server';
import { previewPosting } from '~/services/books/preview-accretion.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Preview an accretion posting', response: PostingPreview, mayBeMissing: true },
    guard: requireCompany,
    limit: 'postings',
    search: AccretionPreviewQuery,
    reads: ({ scope, search }) => postingReads(scope, search),
    run: ({ ctx, search: { rows: showsRows, ...input }, rows }) =>
      previewPosting(ctx, input, rows, { showsRows }),
  }),
});

export const loader = api.loader;
export const action = api.action;
