import { eq, sql } from 'drizzle-orm';
import { company } from '#db/schema';
import type { CompanyScope } from '~/services/platform/context.server';

/**
 * Company data shown on every page: how far the books are closed, the fiscal year, and progress on the first steps, which
 * takes four index lookups. Returns an unexecuted query.
 */
export function companyOutlineQuery({ db, companyId }: CompanyScope) {
  return db
    .select({
      closedThrough: company.closedThrough,
      fiscalYearEnd: company.fiscalYearEnd,
      settings: sql<number>`exists(select 1 from audit_log where company_id = company.id and entity_type = 'company'
        and entity_id = company.id and action = 'company_settings.updated')`,
      wells: sql<number>`exists(select 1 from well where company_id = company.id and deleted_at is null)`,
      layers: sql<number>`exists(select 1 from layer where company = company.ledger_id and not is_reversed)`,
      accreted: sql<number>`exists(select 1 from posting where company = company.ledger_id and kind = 'accretion')`,
    })
    .from(company)
    .where(eq(company.id, companyId));
}

type Outline = Awaited<ReturnType<typeof companyOutlineQuery>>[number];

/** Completed first steps of a company that hasn't accreted yet; null once it has, because it needs no guide then. */
export function getFirstSteps({
  settings,
  wells,
  layers,
  accreted,
}: Outline): { settings: boolean; wells: boolean; layers: boolean } | null {
  return accreted ? null : { settings: settings !== 0, wells: wells !== 0, layers: layers !== 0 };
}
