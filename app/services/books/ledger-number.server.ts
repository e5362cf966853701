import { type SQL, sql } from 'drizzle-orm';
import type { CompanyScope } from '~/services/platform/context.server';

/** The number by which the ledger knows a company. An SQL value. */
export function ledgerIdOf({ companyId }: Pick<CompanyScope, 'companyId'>): SQL<number> {
  return sql`(select ledger_id from company where id = ${companyId})`;
}

/** The id of the company's newest posting, 0 without one. An SQL value. */
export function newestPosting(scope: Pick<CompanyScope, 'companyId'>): SQL<number> {
  return sql`(select coalesce(max(p.id), 0) from posting p where p.company = ${ledgerIdOf(scope)})`;
}

/** The id of a layer, a posting or evidence, as calls spell it, for the ledger. Null for a text that none of them can have. */
export function ledgerNumber(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
