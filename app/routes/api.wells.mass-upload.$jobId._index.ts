import { MassUploadView } from '~/schemas/imports/mass-upload';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { getMassUpload } from '~/services/imports/mass-upload.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Get upload status and results', answer: MassUploadView },
    as: requireCompany,
    run: ({ ctx, params }) => getMassUpload(ctx, params.jobId),
  }),
});

export const loader = api.loader;
export const action = api.action;
