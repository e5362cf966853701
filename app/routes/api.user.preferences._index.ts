import { z } from 'zod';
import { PreferenceInput, PreferenceView } from '~/schemas/people/preference';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { createPreference, listPreferences } from '~/services/people/preference.server';
import { requireUser } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List the current user’s preferences', response: z.array(PreferenceView) },
    guard: requireUser,
    run: ({ ctx }) => listPreferences(ctx),
  }),
  POST: endpoint({
    about: { summary: 'Create a preference', response: PreferenceView },
    guard: requireUser,
    body: PreferenceInput,
    status: 201,
    run: ({ ctx, body }) => createPreference(ctx, body),
  }),
});

export const loader = api.loader;
export const action = api.action;
