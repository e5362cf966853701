import { apiRoute, endpoint } from '~/server/api-route.server';
import { removeEvidence } from '~/services/close/evidence.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  DELETE: endpoint({
    about: {
      summary: 'Remove a note or file',
      details: 'Returns 409 if the evidence supports a closed period.',
    },
    guard: requireCompanyWriter,
    limit: 'uploads',
    run: ({ ctx, params }) => removeEvidence(ctx, params.evidenceId),
  }),
});

export const loader = api.loader;
export const action = api.action;
