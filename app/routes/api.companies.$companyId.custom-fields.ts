import { z } from 'zod';
import { CustomFieldsInput } from '~/schemas/wells/custom-field';
import { CustomFieldTemplateView } from '~/schemas/wells/well-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { expectedVersion } from '~/server/if-match.server';
import { versionResponse } from '~/server/version-response.server';
import { companyReads } from '~/services/people/change-company.server';
import { requireCompany, requireCompanyAdmin } from '~/services/platform/context.server';
import { getCustomFields, replaceCustomFields } from '~/services/wells/custom-field.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List the custom fields of wells', response: z.array(CustomFieldTemplateView) },
    guard: requireCompany,
    run: async ({ ctx, params }) => {
      const { templates, version } = await getCustomFields(ctx, params.companyId);
      return versionResponse(templates, version);
    },
  }),
  PUT: endpoint({
    about: {
      summary: 'Replace the custom fields of wells',
      isVersioned: true,
      response: z.array(CustomFieldTemplateView),
    },
    guard: requireCompanyAdmin,
    limit: 'postings',
    body: CustomFieldsInput,
    reads: ({ scope }) => companyReads(scope),
    run: async ({ ctx, params, body, rows, request }) => {
      const version = expectedVersion(request);
      const list = await replaceCustomFields(ctx, params.companyId, body, version, rows);
      return versionResponse(list.templates, list.version);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
