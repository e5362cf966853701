import { z } from 'zod';
import { ImportProfileInput, ImportProfileView } from '~/schemas/imports/import-mapping';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { createImportProfile, listImportProfiles } from '~/services/imports/import-profile.server';
import { requireCompany, requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List the company’s import profiles', response: z.array(ImportProfileView) },
    guard: requireCompany,
    run: ({ ctx }) => listImportProfiles(ctx),
  }),
  POST: endpoint({
    about: { summary: 'Save a mapping as a profile', response: ImportProfileView },
    guard: requireCompanyWriter,
    body: ImportProfileInput,
    status: 201,
    run: ({ ctx, body }) => createImportProfile(ctx, body),
  }),
});

export const loader = api.loader;
export const action = api.action;
