import { WorklistPage, WorklistQuery } from '~/schemas/books/worklist';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { listResponse } from '~/server/list-response.server';
import { getWorklist } from '~/services/books/worklist.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'List wells that need attention',
      response: WorklistPage,
      details:
        'Returns wells of one kind; the overview has the count of each kind. With `asOf` in the past, returns the wells that needed attention at the end of that day.',
    },
    guard: requireCompany,
    search: WorklistQuery,
    run: async ({ ctx, search, request }) => {
      const page = await getWorklist(ctx, search);
      return listResponse(request, page, page.nextCursor);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
