import { RejectedRowsView } from '~/schemas/imports/mass-upload';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { streamedObjectResponse } from '~/server/streamed-list-response.server';
import { getRejectedRows } from '~/services/imports/rejections.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Get the failed rows of an upload', response: RejectedRowsView },
    guard: requireCompany,
    run: async ({ ctx, params }) => {
      const { header, rows } = await getRejectedRows(ctx, params.jobId);
      return streamedObjectResponse((list) => ({ header, rows: list }), rows);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
