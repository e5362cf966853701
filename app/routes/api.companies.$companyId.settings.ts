import { CompanySettingsInput } from '~/schemas/company-settings';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { expectedVersion } from '~/server/if-match.server';
import { versionResponse } from '~/server/version-response.server';
import { getCompanySettings, updateCompanySettings } from '~/services/company-settings.server';
import { requireCompany, requireCompanyAdmin } from '~/services/context.server';

const api = apiRoute({
  GET: endpoint({
    as: requireCompany,
    run: async ({ ctx, params }) => {
      const settings = await getCompanySettings(ctx, params.companyId);
      return versionResponse(settings, settings.version);
    },
  }),
  PUT: endpoint({
    as: requireCompanyAdmin,
    body: CompanySettingsInput,
    run: async ({ ctx, params, body, request }) => {
      const settings = await updateCompanySettings(ctx, params.companyId, body, expectedVersion(request));
      return versionResponse(settings, settings.version);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
