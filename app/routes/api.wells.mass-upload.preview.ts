import { UploadPreviewInput, UploadPreviewView } from '~/schemas/imports/mass-upload';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { toUploadPreview, uploadPreviewReads } from '~/services/imports/preview-mass-upload.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Get what the preview of an upload needs from the books',
      answer: UploadPreviewView,
      details: 'Nothing is written.',
    },
    as: requireCompanyAdmin,
    limit: 'uploads',
    body: UploadPreviewInput,
    reads: ({ scope, body }) => uploadPreviewReads(scope, body),
    run: ({ rows }) => toUploadPreview(rows),
  }),
});

export const loader = api.loader;
export const action = api.action;
