import { WellInput } from '~/schemas/well';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { expectedVersion } from '~/server/if-match.server';
import { requireCompany, requireCompanyAdmin } from '~/services/context.server';
import { deleteWell, getWell, updateWell } from '~/services/well.server';

const api = apiRoute({
  GET: endpoint({ as: requireCompany, run: ({ ctx, params }) => getWell(ctx, params.wellId) }),
  PUT: endpoint({
    as: requireCompanyAdmin,
    body: WellInput,
    run: ({ ctx, params, body, request }) => updateWell(ctx, params.wellId, body, expectedVersion(request)),
  }),
  DELETE: endpoint({ as: requireCompanyAdmin, run: ({ ctx, params }) => deleteWell(ctx, params.wellId) }),
});

export const loader = api.loader;
export const action = api.action;
