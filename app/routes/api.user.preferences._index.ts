import { PreferenceInput } from '~/schemas/preference';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireUser } from '~/services/context.server';
import { createPreference, listPreferences } from '~/services/preference.server';

const api = apiRoute({
  GET: endpoint({ as: requireUser, run: ({ ctx }) => listPreferences(ctx) }),
  POST: endpoint({
    as: requireUser,
    body: PreferenceInput,
    status: 201,
    run: ({ ctx, body }) => createPreference(ctx, body),
  }),
});

export const loader = api.loader;
export const action = api.action;
