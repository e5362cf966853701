import { UploadPreviewInput, UploadPreviewView } from '~/schemas/imports/mass-upload';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { toUploadPreview, uploadPreviewReads } from '~/services/imports/preview-mass-upload.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Get the data from the books for an upload preview',
      response: UploadPreviewView,
      details: 'Writes nothing.',
    },
    guard: requireCompanyWriter,
    limit: 'uploads',
    body: UploadPreviewInput,
    reads: ({ scope, body }) => uploadPreviewReads(scope, body),
    run: ({ ctx, rows }) => toUploadPreview(ctx, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
