import { WellView } from '~/schemas/platform/views';
import { WellInput } from '~/schemas/wells/well';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { expectedVersion } from '~/server/if-match.server';
import { companyQuery } from '~/services/people/change-company.server';
import { requireCompany, requireCompanyAdmin } from '~/services/platform/context.server';
import { deleteWell, getWell, updateWell } from '~/services/wells/well.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Read a well', answer: WellView },
    as: requireCompany,
    run: ({ ctx, params }) => getWell(ctx, params.wellId),
  }),
  PUT: endpoint({
    about: { summary: 'Replace a well', isVersioned: true, answer: WellView },
    as: requireCompanyAdmin,
    body: WellInput,
    ahead: ({ asking, body }) => (body.customFields ? { company: companyQuery(asking) } : undefined),
    run: ({ ctx, params, body, request, ahead }) =>
      updateWell(ctx, params.wellId, body, expectedVersion(request), ahead?.company),
  }),
  DELETE: endpoint({
    about: { summary: 'Delete a well with its layers' },
    as: requireCompanyAdmin,
    run: ({ ctx, params }) => deleteWell(ctx, params.wellId),
  }),
});

export const loader = api.loader;
export const action = api.action;
