import { CompanySettingsInput } from '~/schemas/people/company-settings';
import { CompanySettingsView } from '~/schemas/platform/views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { expectedVersion } from '~/server/if-match.server';
import { versionResponse } from '~/server/version-response.server';
import { companyReads } from '~/services/people/change-company.server';
import { getCompanySettings, updateCompanySettings } from '~/services/people/company-settings.server';
import { requireCompany, requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Read the company’s settings', answer: CompanySettingsView },
    as: requireCompany,
    run: async ({ ctx, params }) => {
      const settings = await getCompanySettings(ctx, params.companyId);
      return versionResponse(settings, settings.version);
    },
  }),
  PUT: endpoint({
    about: { summary: 'Change the company’s settings', isVersioned: true, answer: CompanySettingsView },
    as: requireCompanyAdmin,
    body: CompanySettingsInput,
    reads: ({ scope }) => companyReads(scope),
    run: async ({ ctx, params, body, rows, request }) => {
      const version = expectedVersion(request);
      const settings = await updateCompanySettings(ctx, params.companyId, body, version, rows);
      return versionResponse(settings, settings.version);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
