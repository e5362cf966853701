import { RateLookupQuery, RateLookupView } from '~/schemas/books/rate-table';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { lookUpRates, rateTablesOn } from '~/services/books/rate-tables.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Look up the company’s rates for a layer',
      answer: RateLookupView,
      details:
        'By the layer’s date and its lifespan or retirement date. Of the newest table dated on or before the date; the discount rate for the time to retirement, linearly between maturities. Name a rate in `companyRates` of a calculation to have it calculated with all its decimals, and kept with its table.',
    },
    as: requireCompany,
    search: RateLookupQuery,
    reads: ({ scope, search }) => ({ tables: rateTablesOn(scope, search.date) }),
    run: ({ ctx, params, search, rows }) => lookUpRates(ctx, params.companyId!, search, rows.tables),
  }),
});

export const loader = api.loader;
export const action = api.action;
