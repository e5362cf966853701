import { RateLookupQuery, RateLookupView } from '~/schemas/books/rate-table';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { lookUpRates, rateTablesOn } from '~/services/books/rate-tables.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Look up the company’s rates for a layer',
      response: RateLookupView,
      details:
        'Depends on the layer’s date and its lifespan or retirement date. Uses the latest table on or before the date, and interpolates the discount rate linearly for the time to retirement. List a rate in a calculation’s `companyRates` to use all of its decimals and record its table.',
    },
    guard: requireCompany,
    search: RateLookupQuery,
    reads: ({ scope, search }) => ({ tables: rateTablesOn(scope, search.date) }),
    run: ({ ctx, params, search, rows }) => lookUpRates(ctx, params.companyId, search, rows.tables),
  }),
});

export const loader = api.loader;
export const action = api.action;
