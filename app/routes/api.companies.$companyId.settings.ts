import { SettingsPreview } from '~/schemas/books/posting';
import { CompanySettingsInput } from '~/schemas/people/company-settings';
import { CompanySettingsView } from '~/schemas/people/people-views';
import { ReviewQuery } from '~/schemas/platform/preview';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { expectedVersion } from '~/server/if-match.server';
import { versionResponse } from '~/server/version-response.server';
import { changeSettings, previewSettings, settingsReads } from '~/services/books/switch-depreciation.server';
import { getCompanySettings } from '~/services/people/company-settings.server';
import { requireCompany, requireCompanyAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'Get the company’s settings', response: CompanySettingsView },
    guard: requireCompany,
    run: async ({ ctx, params }) => {
      const settings = await getCompanySettings(ctx, params.companyId);
      return versionResponse(settings, settings.version);
    },
  }),
  PUT: endpoint({
    about: {
      summary: 'Change the company’s settings',
      isVersioned: true,
      response: CompanySettingsView,
      preview: SettingsPreview,
      details:
        'Changing `depreciation` requires `depreciationFrom` and posts the catch-up. `?preview=true` returns a preview of the postings and changes nothing.',
    },
    guard: requireCompanyAdmin,
    limit: 'postings',
    body: CompanySettingsInput,
    search: ReviewQuery,
    reads: ({ scope, body }) => settingsReads(scope, body),
    run: async ({ ctx, params, body, search, rows, request }) => {
      if (search.preview) return Response.json(await previewSettings(ctx, params.companyId, body, rows));
      const version = expectedVersion(request);
      const settings = await changeSettings(ctx, params.companyId, body, version, rows, search.reviewed);
      return versionResponse(settings, settings.version);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
