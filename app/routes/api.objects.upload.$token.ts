import { apiRoute, endpoint } from '~/server/api-route.server';
import { storeUpload } from '~/services/imports/uploaded-file.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  PUT: endpoint({
    about: { summary: 'Store a CSV file at the address handed out for it' },
    as: requireCompanyAdmin,
    limit: 'uploads',
    run: ({ ctx, params, request: { headers, body } }) => {
      const length = headers.get('Content-Length') ?? '';
      return storeUpload(ctx, params.token, {
        contentType: headers.get('Content-Type'),
        contentLength: /^\d+$/.test(length) ? Number(length) : null,
        body,
      });
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
