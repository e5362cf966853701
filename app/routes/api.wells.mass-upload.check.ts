import { RowCheckInput, RowCheckView } from '~/schemas/imports/mass-upload';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { checkRows, checkRowsReads } from '~/services/imports/check-rows.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Check rows the way an upload does',
      response: RowCheckView,
      details: 'Writes nothing. Send all rows of a well together.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    body: RowCheckInput,
    reads: ({ scope }) => checkRowsReads(scope),
    run: ({ ctx, body, rows }) => checkRows(ctx, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
