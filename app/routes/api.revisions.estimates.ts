import { z } from 'zod';
import { CurrentEstimate, EstimatesSubject } from '~/schemas/books/revision';
import { MAX_ROWS_BODY_BYTES } from '~/schemas/books/well-rows';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { estimateReads, toCurrentEstimates } from '~/services/books/current-estimates.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'List current estimates to revise',
      response: z.array(CurrentEstimate),
      details:
        'Ordered by well code; includes all wells if `wellCodes` is omitted. Excludes wells without an estimate and wells settled in full. Writes nothing.',
    },
    guard: requireCompanyWriter,
    limit: 'postings',
    body: EstimatesSubject,
    maxBodyBytes: MAX_ROWS_BODY_BYTES,
    reads: ({ scope, body }) => estimateReads(scope, body),
    run: ({ body, rows }) => toCurrentEstimates(body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
