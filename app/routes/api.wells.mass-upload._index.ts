import { z } from 'zod';
import {
  MassUploadAccepted,
  MassUploadAnswer,
  MassUploadInput,
  MassUploadQuery,
  MassUploadSummary,
} from '~/schemas/imports/mass-upload';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { listResponse } from '~/server/list-response.server';
import { massUploadResponse } from '~/server/mass-upload-response.server';
import { listMassUploads, startMassUpload } from '~/services/imports/mass-upload.server';
import { requireCompany, requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List the company’s uploads, newest first', response: z.array(MassUploadSummary) },
    guard: requireCompany,
    search: MassUploadQuery,
    run: async ({ ctx, search, request }) => {
      const { items, nextCursor } = await listMassUploads(ctx, search);
      return listResponse(request, items, nextCursor);
    },
  }),
  POST: endpoint({
    about: {
      summary: 'Process an uploaded file',
      response: MassUploadAnswer,
      acceptedResponse: MassUploadAccepted,
      details: 'Waits up to 20 seconds for the results. `Prefer: respond-async` returns immediately.',
    },
    guard: requireCompanyWriter,
    limit: 'uploads',
    body: MassUploadInput,
    run: async ({ ctx, body, request }) => {
      const jobId = await startMassUpload(ctx, body, new URL(request.url).origin);
      return massUploadResponse(ctx, request, jobId);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
