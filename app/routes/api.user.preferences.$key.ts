import { PreferenceInput, PreferenceUpdate, PreferenceView } from '~/schemas/people/preference';
import { apiRoute, endpoint, parseInput } from '~/server/api-route.server';
import {
  deletePreference,
  requirePreferenceKey,
  updatePreference,
} from '~/services/people/preference.server';
import { requireUser } from '~/services/platform/context.server';

const api = apiRoute({
  PUT: endpoint({
    about: { summary: 'Change a preference', response: PreferenceView },
    guard: requireUser,
    body: PreferenceUpdate,
    run: ({ ctx, params: { key }, body }) =>
      updatePreference(
        ctx,
        parseInput(PreferenceInput, { ...body, preferenceKey: requirePreferenceKey(key) }),
      ),
  }),
  DELETE: endpoint({
    about: { summary: 'Delete a preference (restores the default)' },
    guard: requireUser,
    run: ({ ctx, params }) => deletePreference(ctx, params.key),
  }),
});

export const loader = api.loader;
export const action = api.action;
