import { z } from 'zod';
import { PostingRegisterQuery } from '~/schemas/reports/report';
import { PostingRegisterView } from '~/schemas/reports/report-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { reportResponse } from '~/server/report-response.server';
import { requireCompany } from '~/services/platform/context.server';
import { postingRegisterReads, toPostingRegister } from '~/services/reports/posting-register.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Get the posting register between two dates',
      response: z.array(PostingRegisterView),
      details:
        'One row per posting dated within the period: its effect, who entered and approved it, and when. `only=after-close` returns only postings entered after their month had been closed. `format=csv` returns the same rows as a CSV file.',
    },
    guard: requireCompany,
    limit: 'exports',
    search: PostingRegisterQuery,
    reads: ({ scope, search }) => postingRegisterReads(scope, search),
    run: ({ search, rows }) => reportResponse('postings', toPostingRegister(search, rows), search),
  }),
});

export const loader = api.loader;
export const action = api.action;
