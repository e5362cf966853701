import { z } from 'zod';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { issueUploadAddress } from '~/services/imports/upload-address.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: { summary: 'Create a signed URL for a CSV upload', answer: z.object({ uploadURL: z.url() }) },
    as: requireCompanyWriter,
    limit: 'uploads',
    run: ({ ctx, request }) => issueUploadAddress(ctx, new URL(request.url).origin),
  }),
});

export const loader = api.loader;
export const action = api.action;
