import type { CompanySettingsView } from '~/schemas/people/people-views';
import { companyReads, requireCompanyRow } from '~/services/people/change-company.server';
import { toSettingsView } from '~/services/people/company-settings.server';
import type { CompanyContext } from '~/services/platform/context.server';
import { readTogether } from '~/services/platform/reads.server';
import { fieldsQuery } from '~/services/wells/well.server';

/** Loads the settings, and the fields of the company's wells, which may have separate accounts, in one D1 round trip. */
export async function getSettingsPage(
  ctx: CompanyContext,
): Promise<{ settings: CompanySettingsView; fields: string[] }> {
  const { fields, ...rows } = await readTogether(ctx.db, { ...companyReads(ctx), fields: fieldsQuery(ctx) });
  const settings = toSettingsView(requireCompanyRow(ctx, ctx.companyId, rows));
  return { settings, fields: fields.map(({ field }) => field) };
}
