import { CustomFieldsInput } from '~/schemas/custom-field';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { expectedVersion } from '~/server/if-match.server';
import { versionResponse } from '~/server/version-response.server';
import { requireCompany, requireCompanyAdmin } from '~/services/context.server';
import { getCustomFields, replaceCustomFields } from '~/services/custom-field.server';

const api = apiRoute({
  GET: endpoint({
    as: requireCompany,
    run: async ({ ctx, params }) => {
      const { templates, version } = await getCustomFields(ctx, params.companyId);
      return versionResponse(templates, version);
    },
  }),
  PUT: endpoint({
    as: requireCompanyAdmin,
    body: CustomFieldsInput,
    run: async ({ ctx, params, body, request }) => {
      const list = await replaceCustomFields(ctx, params.companyId, body, expectedVersion(request));
      return versionResponse(list.templates, list.version);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
