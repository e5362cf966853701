import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { wholeNumber } from '#db/whole-number';
import type { CompanyScope } from '~/services/platform/context.server';

/** The number by which the ledger knows a company. An SQL value. */
export function ledgerIdOf({ companyId }: Pick<CompanyScope, 'companyId'>): SQL<number> {
  return sql`(select ledger_id from company where id = ${companyId})`;
}

/** The id of the company's newest posting, 0 without one. An SQL value. */
export function newestPosting(scope: Pick<CompanyScope, 'companyId'>): SQL<number> {
  return sql`(select coalesce(max(p.id), 0) from posting p where p.company = ${ledgerIdOf(scope)})`;
}

/** The id of the company's posting with a number, null where it has none. An SQL value. */
export function postingOf(scope: Pick<CompanyScope, 'companyId'>, number: number): SQL<number | null> {
  return sql`(select id from posting where company = ${ledgerIdOf(scope)} and number = ${wholeNumber(number)})`;
}

/** The number of the posting with an id, as calls spell it; null without one. An SQL value. */
export function numberOfPosting(id: SQLWrapper): SQL<string | null> {
  return sql`(select cast(number as text) from posting where id = ${id})`;
}

/** The id of a layer or evidence, or the number of a posting, as calls spell it, for the ledger. Null for a text that none of them can have. */
export function ledgerNumber(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
