import { type SQL, sql } from 'drizzle-orm';
import type { EvidenceSubject } from '~/domain/books/evidence';
import { ledgerIdOf, postingOf } from '~/services/books/ledger-number.server';
import type { DatedScope } from '~/services/platform/context.server';

export type Subject = { subject: EvidenceSubject; id: string };

/** Months are stored as numbers: 2026-09 as 202609. */
function monthNumber(month: string): number {
  return Number(month.replace('-', ''));
}

export function monthText(number: number): string {
  return `${String(number).slice(0, 4)}-${String(number).slice(4)}`;
}

/**
 * The number of what is supported, as an SQL value; null where the company has no such well, posting, act or month. Of
 * months it has those from its first posting to today's.
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

/** The first posting behind an act, or behind a posting; an act's are numbered one after the other. An SQL value. */
function behind(number: SQL, isAct: SQL): SQL {
  return sql`iif(${isAct}, coalesce((select q.id from posting q where q.id > ${number} and q.act <> ${number} order by q.id limit 1),
    9007199254740991), ${number} + 1)`;
}

/** The postings `p` that evidence `e` on a posting or an act supports. An SQL condition. */
const supported = sql`p.id >= e.subject_number and p.company = e.company
  and p.id < ${behind(sql`e.subject_number`, sql`e.subject = 'act'`)}`;

/**
 * Whether evidence `e` stays, because what it supports is in a period that the company `c` has closed: of a well its first
 * layer, of an act any of its postings. An SQL condition; the trigger of migration 0022 has the same.
 */
export const isKept = sql<number>`(c.closed_through is not null and case e.subject
  when 'close' then e.subject_number <= cast(replace(substr(c.closed_through, 1, 7), '-', '') as integer)
  when 'well' then exists (
    select 1 from layer l cross join posting p on p.id = l.recognized_by
    where l.well = e.subject_number and p.day <= c.closed_through)
  else exists (select 1 from posting p where ${supported} and p.day <= c.closed_through) end)`;

/** Whether posting `p` moves a well, by the well's number. An SQL condition. */
function moves(well: SQL): SQL {
  return sql`(p.well = ${well} or p.well = 0 and exists (
    select 1 from movement m where m.posting = p.id and m.layer in (select id from layer where well = ${well})))`;
}

/**
 * Of evidence `e` on a posting or an act, the posting that a person means: not the passage of time that came with it. An SQL value.
 * @param well the number of the well on whose page it is: of an act's postings, one that moves the well
 */
export function meantPosting(well: SQL | null): SQL<number | null> {
  return sql`iif(e.subject in ('posting', 'act'), (
    select p.id from posting p where ${supported}
    order by ${well ? sql`${moves(well)} desc,` : sql``}
      case p.kind when 'accretion' then 2 when 'depreciation' then 2 when 'reversal' then 1 else 0 end, p.id limit 1), null)`;
}

/**
 * The evidence `e` that is shown with a subject, as an SQL condition: a well's own and that of every posting on it, a
 * posting's own and that of its act, an act's own and that of its postings, a month's own.
 * @param number of the subject, as subjectNumber finds it
 */
export function isShownWith(subject: EvidenceSubject, number: SQL): SQL {
  const own = sql`(e.subject = ${subject} and e.subject_number = ${number})`;
  switch (subject) {
    case 'close':
      return own;
    case 'posting':
      return sql`(${own} or e.subject = 'act' and e.subject_number = (select act from posting where id = ${number}))`;
    case 'act':
      return sql`(${own} or e.subject = 'posting' and e.subject_number >= ${number} and e.subject_number < ${behind(number, sql`1`)})`;
    case 'well':
      return sql`(${own} or e.subject in ('posting', 'act') and exists (
        select 1 from posting p where ${supported} and ${moves(number)}))`;
  }
}

/** True where posting `p`, or its act, has a file. An SQL condition. */
export const hasFile = sql`exists (
  select 1 from evidence e where e.company = p.company and e.sha256 is not null and e.removed_at is null
    and (e.subject = 'posting' and e.subject_number = p.id or e.subject = 'act' and e.subject_number = p.act))`;
