import { eq, sql } from 'drizzle-orm';
import { company } from '#db/schema';
import type { CompanyScope } from '~/services/platform/context.server';

/**
 * What every page shows of the company: how far its books are closed, its fiscal year, and what it has done of its first steps, which is
 * four looks into indexes. A statement not yet run.
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

/** Which steps are done, for a company that has accreted nothing yet; null for one that has, which needs no guide. */
export function firstStepsOf({
  settings,
  wells,
  layers,
  accreted,
}: Outline): { settings: boolean; wells: boolean; layers: boolean } | null {
  return accreted ? null : { settings: settings !== 0, wells: wells !== 0, layers: layers !== 0 };
}
