import { RevisionPreview, RevisionSubject } from '~/schemas/books/revision';
import { MAX_ROWS_BODY_BYTES } from '~/schemas/books/well-rows';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { previewRevisions, revisionReads } from '~/services/books/revise-wells.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Preview a revision of many wells',
      response: RevisionPreview,
      details: 'Returns the amounts that each row would post, and why rows would fail. Writes nothing.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    body: RevisionSubject,
    maxBodyBytes: MAX_ROWS_BODY_BYTES,
    reads: ({ scope, body }) => revisionReads(scope, body),
    run: ({ ctx, body, rows }) => previewRevisions(ctx, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
