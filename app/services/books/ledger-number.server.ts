import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { wholeNumber } from '#db/whole-number';
import type { CompanyScope } from '~/services/platform/context.server';

/** SQL value: the company's id in the ledger. */
export function ledgerIdOf({ companyId }: Pick<CompanyScope, 'companyId'>): SQL<number> {
  return sql`(select ledger_id from company where id = ${companyId})`;
}

/** SQL value: the id of the company's newest posting; 0 if it has none. */
export function newestPosting(scope: Pick<CompanyScope, 'companyId'>): SQL<number> {
  return sql`(select coalesce(max(p.id), 0) from posting p where p.company = ${ledgerIdOf(scope)})`;
}

/** SQL value: the id of the company's posting with a number; null if there is none. */
export function postingOf(scope: Pick<CompanyScope, 'companyId'>, number: number): SQL<number | null> {
  return sql`(select id from posting where company = ${ledgerIdOf(scope)} and number = ${wholeNumber(number)})`;
}

/**
 * SQL value: exclusive upper bound of the ids of an act's postings, which are consecutive: the first posting of the next act, of
 * any company.
 * @param id SQL for the id of one of the act's postings
 */
export function firstIdAfterAct(id: SQL): SQL<number> {
  return sql`ifnull((select next_act.id from posting next_act where next_act.id > ${id} and next_act.act = next_act.id
    order by next_act.id limit 1), ${wholeNumber(Number.MAX_SAFE_INTEGER)})`;
}

/** SQL value: the number of the posting with an id, as API text; null if there is none. */
export function numberOfPosting(id: SQLWrapper): SQL<string | null> {
  return sql`(select cast(number as text) from posting where id = ${id})`;
}

/** Parses API text for the id of a layer or of evidence, or for the number of a posting. Null when it can't be any of them. */
export function parseLedgerNumber(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
