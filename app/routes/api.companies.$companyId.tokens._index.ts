import { z } from 'zod';
import { ApiTokenInput, ApiTokenView, NewApiTokenView } from '~/schemas/people/api-token';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { createApiToken, listApiTokens } from '~/services/people/api-token.server';
import { requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List the company’s API tokens', response: z.array(ApiTokenView) },
    guard: requireCompanyAdmin,
    run: ({ ctx, params }) => listApiTokens(ctx, params.companyId),
  }),
  POST: endpoint({
    about: {
      summary: 'Create an API token',
      response: NewApiTokenView,
      replayMessage:
        'The token was created, but the response that shows it was lost. Reload, revoke that token, and create another.',
      details:
        'The response includes the token, which is never shown again: only the SHA-256 of its secret is stored.',
    },
    guard: requireCompanyAdmin,
    body: ApiTokenInput,
    status: 201,
    run: ({ ctx, params, body }) => createApiToken(ctx, params.companyId, body),
  }),
});

export const loader = api.loader;
export const action = api.action;
