import { SalesPreview, SalesSubject } from '~/schemas/books/sale';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { previewSales, salesReads } from '~/services/books/sell-wells.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Preview the sale of many wells',
      response: SalesPreview,
      details: 'Returns the amounts that each well would sell, and why wells would fail. Writes nothing.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    body: SalesSubject,
    reads: ({ scope, body }) => salesReads(scope, body),
    run: ({ ctx, body, rows }) => previewSales(ctx, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
