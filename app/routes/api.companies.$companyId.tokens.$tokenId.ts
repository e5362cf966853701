import { apiRoute, endpoint } from '~/server/api-route.server';
import { revokeApiToken } from '~/services/people/api-token.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  DELETE: endpoint({
    about: {
      summary: 'Revoke an API token',
      details: 'The token stops working immediately and remains in the list.',
    },
    guard: requireCompanyAdmin,
    run: ({ ctx, params }) => revokeApiToken(ctx, params.companyId, params.tokenId),
  }),
});

export const loader = api.loader;
export const action = api.action;
