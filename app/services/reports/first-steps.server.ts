import { sql } from 'drizzle-orm';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import type { CompanyScope } from '~/services/platform/context.server';

type Row = { settings: number; wells: number; layers: number; accreted: number };

/** What a company has done of its first steps: four looks into indexes, as part of every page. A statement not yet run. */
export function firstStepsQuery(scope: CompanyScope) {
  const id = ledgerIdOf(scope);
  return scope.db.all<Row>(sql`
    select
      exists(select 1 from audit_log where company_id = ${scope.companyId} and entity_type = 'company'
        and entity_id = ${scope.companyId} and action = 'company_settings.updated') as settings,
      exists(select 1 from well where company_id = ${scope.companyId} and deleted_at is null) as wells,
      exists(select 1 from layer where company = ${id} and not is_reversed) as layers,
      exists(select 1 from posting where company = ${id} and kind = 'accretion') as accreted`);
}

/** Which steps are done, for a company that has accreted nothing yet; null for one that has, which needs no guide. */
export function firstStepsOf([row]: Row[]): { settings: boolean; wells: boolean; layers: boolean } | null {
  if (!row || row.accreted) return null;
  return { settings: row.settings !== 0, wells: row.wells !== 0, layers: row.layers !== 0 };
}
