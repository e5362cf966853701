import { type SQL, sql } from 'drizzle-orm';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { CompanyScope } from '~/services/platform/context.server';
import { ledgerIdOf } from './ledger-number.server';
import { isReversed } from './unreversed.server';

/** The upload that an act is of, by its first posting, which has what was given; null for any other act. */
const uploadOf = (head: 'a' | 'head') => sql`${sql.raw(head)}.input ->> '$.massUploadId'`;

/** Whether `a` is the first posting of an upload's act. */
const isImport = sql.raw(`a.act = a.id and a.source = 'import'`);

/**
 * The acts by which the upload posted that a posting is of, one for each chunk of its rows: a query. A join, because SQLite takes an
 * expression of a hundred levels at most, and others contain this one.
 */
export function actsOfSameUpload(postingId: number): SQL {
  return sql`select a.id from posting one cross join posting head on head.id = one.act cross join posting a on a.company = one.company
    where one.id = ${postingId} and ${isImport} and ${uploadOf('a')} = ${uploadOf('head')}`;
}

/** What an upload posted: its first posting, its last day, and how many postings there are and count, those of time apart. */
export type PostedRow = {
  first: number | null;
  lastDay: CalendarDate | null;
  main: number;
  mainLeft: number;
  left: number;
};

/** One PostedRow; a statement not yet run. */
export function postedByUploadQuery(scope: CompanyScope, uploadId: string) {
  const company = ledgerIdOf(scope);
  return scope.db.all<PostedRow>(sql`
    with acts(id) as materialized (
      select a.id from posting a where a.company = ${company} and ${isImport} and ${uploadOf('a')} = ${uploadId}),
    posted as materialized (
      select p.id, p.day, p.kind not in ('accretion', 'depreciation') as is_main,
        not (${isReversed}) as is_left
      from posting p
      where p.company = ${company} and p.kind <> 'reversal' and p.id >= (select min(id) from acts) and p.act in (select id from acts))
    select min(id) as first, max(day) as "lastDay", coalesce(sum(is_main), 0) as main,
      coalesce(sum(is_main and is_left), 0) as "mainLeft", coalesce(sum(is_left), 0) as "left"
    from posted`);
}
