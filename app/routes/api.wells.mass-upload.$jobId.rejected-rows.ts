import { RejectedRowsView } from '~/schemas/imports/mass-upload';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { jsonResponse } from '~/server/list-response.server';
import { getRejectedRowsAsJson } from '~/services/imports/mass-upload.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Get the rows that failed', answer: RejectedRowsView },
    as: requireCompany,
    run: async ({ ctx, params }) => jsonResponse(await getRejectedRowsAsJson(ctx, params.jobId)),
  }),
});

export const loader = api.loader;
export const action = api.action;
