import { type SQL, sql } from 'drizzle-orm';
import type { EvidenceSubject } from '~/domain/books/evidence';
import { firstIdAfterAct, ledgerIdOf, postingOf } from '~/services/books/ledger-number.server';
import type { DatedScope } from '~/services/platform/context.server';

export type Subject = { subject: EvidenceSubject; id: string };

/** Months are stored as numbers: 2026-09 as 202609. */
function monthNumber(month: string): number {
  return Number(month.replace('-', ''));
}

/** Formats a stored month: 202609 as 2026-09. */
export function monthText(number: number): string {
  return `${String(number).slice(0, 4)}-${String(number).slice(4)}`;
}

/**
 * SQL value: the number of the subject that evidence supports; null if the company has no such well, posting, act or month.
 * The company's months run from its first posting to the current month.
 */
export function subjectNumber(scope: DatedScope, { subject, id }: Subject): SQL<number | null> {
  const { companyId, now } = scope;
  const company = ledgerIdOf(scope);
  switch (subject) {
    case 'well':
      return sql`(select ledger_id from well where id = ${id} and company_id = ${companyId} and deleted_at is null)`;
    case 'posting':
      return postingOf(scope, Number(id));
    case 'act':
      return sql`(select p.id from posting p where p.company = ${company} and p.number = ${Number(id)} and p.act = p.id)`;
    case 'close':
      return sql`(select ${sql.raw(String(monthNumber(id)))} where ${id} <= ${now.toISOString().slice(0, 7)} and exists (
        select 1 from posting p where p.company = ${company} and p.day <= ${`${id}-31`}))`;
  }
}

/** SQL condition: the postings `p` that evidence `e` on a posting or an act supports. */
const supported = sql`p.id >= e.subject_number and p.company = e.company
  and p.id < iif(e.subject = 'act', ${firstIdAfterAct(sql`e.subject_number`)}, e.subject_number + 1)`;

/**
 * SQL condition: true when evidence `e` can't be removed, because it supports something in a period that company `c` has
 * closed. For a well, its first layer counts; for an act, any of its postings. Must match the trigger of migration 0022.
 */
export const isRetained = sql<number>`(c.closed_through is not null and case e.subject
  when 'close' then e.subject_number <= cast(replace(substr(c.closed_through, 1, 7), '-', '') as integer)
  when 'well' then exists (
    select 1 from layer l cross join posting p on p.id = l.recognized_by
    where l.well = e.subject_number and p.day <= c.closed_through)
  else exists (select 1 from posting p where ${supported} and p.day <= c.closed_through) end)`;

/** SQL condition: true when posting `p` moves the well with this number. */
function isMovedBy(well: SQL): SQL {
  return sql`(p.well = ${well} or p.well = 0 and exists (
    select 1 from movement m where m.posting = p.id and m.layer in (select id from layer where well = ${well})))`;
}

/**
 * SQL value: the posting to show for evidence `e` on a posting or an act. Ranks reversals after other kinds, and accretion
 * and depreciation last, because they only accompany an act.
 * @param well number of the well whose page shows the evidence; postings that move the well rank first
 */
export function postingToShow(well: SQL | null): SQL<number | null> {
  return sql`iif(e.subject in ('posting', 'act'), (
    select p.id from posting p where ${supported}
    order by ${well ? sql`${isMovedBy(well)} desc,` : sql``}
      case p.kind when 'accretion' then 2 when 'depreciation' then 2 when 'reversal' then 1 else 0 end, p.id limit 1), null)`;
}

/**
 * SQL condition: the evidence `e` shown with a subject. A well shows its own and that of every posting on it; a posting,
 * its own and its act's; an act, its own and its postings'; a month, its own.
 * @param number the subject's number, from subjectNumber
 */
export function isEvidenceFor(subject: EvidenceSubject, number: SQL): SQL {
  const isOwnEvidence = sql`(e.subject = ${subject} and e.subject_number = ${number})`;
  switch (subject) {
    case 'close':
      return isOwnEvidence;
    case 'posting':
      return sql`(${isOwnEvidence} or e.subject = 'act' and e.subject_number = (select act from posting where id = ${number}))`;
    case 'act':
      return sql`(${isOwnEvidence} or e.subject = 'posting' and e.subject_number >= ${number} and e.subject_number < ${firstIdAfterAct(number)})`;
    case 'well':
      return sql`(${isOwnEvidence} or e.subject in ('posting', 'act') and exists (
        select 1 from posting p where ${supported} and ${isMovedBy(number)}))`;
  }
}
