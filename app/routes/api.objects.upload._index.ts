import { z } from 'zod';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { issueUploadAddress } from '~/services/imports/upload-address.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: { summary: 'Ask for an address to put a CSV file to', answer: z.object({ uploadURL: z.url() }) },
    as: requireCompanyAdmin,
    limit: 'uploads',
    run: ({ ctx, request }) => issueUploadAddress(ctx, new URL(request.url).origin),
  }),
});

export const loader = api.loader;
export const action = api.action;
