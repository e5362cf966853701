import { UPLOAD_TYPES } from '~/schemas/imports/upload';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { storeUpload } from '~/services/imports/uploaded-file.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  PUT: endpoint({
    about: {
      summary: 'Upload a file to a signed URL',
      accepts: UPLOAD_TYPES,
      details: 'A CSV file of wells or an evidence file, depending on the purpose of the URL.',
    },
    guard: requireCompanyWriter,
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
