import { ImportProfileInput, ImportProfileView } from '~/schemas/imports/import-mapping';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { expectedVersion } from '~/server/if-match.server';
import { deleteImportProfile, replaceImportProfile } from '~/services/imports/import-profile.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  PUT: endpoint({
    about: { summary: 'Replace an import profile', isVersioned: true, response: ImportProfileView },
    guard: requireCompanyWriter,
    body: ImportProfileInput,
    run: ({ ctx, params, body, request }) =>
      replaceImportProfile(ctx, params.profileId, body, expectedVersion(request)),
  }),
  DELETE: endpoint({
    about: { summary: 'Delete an import profile', details: 'Data imported with the profile is unchanged.' },
    guard: requireCompanyWriter,
    run: ({ ctx, params }) => deleteImportProfile(ctx, params.profileId),
  }),
});

export const loader = api.loader;
export const action = api.action;
