import { SettlementsPreview, SettlementsSubject } from '~/schemas/books/settlement';
import { MAX_ROWS_BODY_BYTES } from '~/schemas/books/well-rows';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { previewSettlements, settlementsReads } from '~/services/books/settle-wells.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Preview settlements of many wells',
      response: SettlementsPreview,
      details: 'Returns the amounts that each row would post, and why rows would fail. Writes nothing.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    body: SettlementsSubject,
    maxBodyBytes: MAX_ROWS_BODY_BYTES,
    reads: ({ scope, body }) => settlementsReads(scope, body),
    run: ({ ctx, body, rows }) => previewSettlements(ctx, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
