import { RevisionInput, RevisionPosting } from '~/schemas/books/revision';
import { MAX_ROWS_BODY_BYTES } from '~/schemas/books/well-rows';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { reviseWells, revisionReads } from '~/services/books/revise-wells.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Revise the estimates of many wells',
      answer: RevisionPosting,
      details:
        'One posting for all rows. In mode `all` nothing is posted while a row is refused; in mode `accepted` refused rows are left out. Without rates, a decrease takes those of the layers that it reduces, by the company’s policy.',
    },
    as: requireCompanyAdmin,
    limit: 'postings',
    body: RevisionInput,
    maxBodyBytes: MAX_ROWS_BODY_BYTES,
    status: 201,
    reads: ({ scope, body }) => revisionReads(scope, body),
    run: ({ ctx, body, rows }) => reviseWells(ctx, body, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
