import { UploadAddressQuery, UploadAddressView } from '~/schemas/imports/upload';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { issueUploadAddress } from '~/services/imports/upload-address.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: { summary: 'Create a signed URL for a file upload', response: UploadAddressView },
    guard: requireCompanyWriter,
    limit: 'uploads',
    search: UploadAddressQuery,
    run: ({ ctx, search, request }) => issueUploadAddress(ctx, new URL(request.url).origin, search.for),
  }),
});

export const loader = api.loader;
export const action = api.action;
