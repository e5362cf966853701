import { z } from 'zod';
import { DepletionRatesInput, DepletionRateView } from '~/schemas/books/depletion-rate';
import { apiRoute, endpoint } from '~/server/api-route.server';
import {
  depletionRatesReads,
  listDepletionRates,
  setDepletionRates,
} from '~/services/books/depletion-rates.server';
import { requireCompany, requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List depletion rates by field', response: z.array(DepletionRateView) },
    guard: requireCompany,
    reads: ({ scope }) => depletionRatesReads(scope),
    run: ({ ctx, params, rows }) => listDepletionRates(ctx, params.companyId, rows),
  }),
  PUT: endpoint({
    about: {
      summary: 'Set depletion rates by field',
      response: z.array(DepletionRateView),
      details:
        'Rates not listed are unchanged; a null percentage removes a rate. Rates for posted months can’t change.',
    },
    guard: requireCompanyAdmin,
    body: DepletionRatesInput,
    reads: ({ scope }) => depletionRatesReads(scope),
    run: ({ ctx, params, body, rows }) => setDepletionRates(ctx, params.companyId, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
