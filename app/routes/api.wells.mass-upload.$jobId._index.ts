import { MassUploadView } from '~/schemas/imports/mass-upload';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { withErrors } from '~/server/mass-upload-response.server';
import { getMassUpload } from '~/services/imports/mass-upload.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Get the status and results of an upload', response: MassUploadView },
    guard: requireCompany,
    run: async ({ ctx, params }) => {
      const { upload, errors } = await getMassUpload(ctx, params.jobId);
      return withErrors(upload, errors);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
