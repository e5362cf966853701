import { type SQL, sql } from 'drizzle-orm';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { CompanyScope } from '~/services/platform/context.server';
import { ledgerIdOf } from './ledger-number.server';
import { isReversed } from './unreversed.server';

/** The upload that an act is of, by its first posting, which has what was given; null for any other act. */
export const uploadOf = (head: 'a' | 'b' | 'head') => sql`${sql.raw(head)}.input ->> '$.massUploadId'`;

/** Whether a posting is the first one of an upload's act. */
const isImport = (name: 'a' | 'b') => sql.raw(`${name}.act = ${name}.id and ${name}.source = 'import'`);

/**
 * Whether a posting is the first one of an act of the upload whose act begins with `head`. An upload posts by an act for each chunk of
 * its rows. An SQL condition.
 */
export function isOfSameUpload(name: 'a' | 'b'): SQL {
  return sql`${sql.raw(name)}.company = head.company and ${isImport(name)} and ${uploadOf(name)} = ${uploadOf('head')}`;
}

/** What an upload posted: the number of its first posting, its last day, and how many postings there are and count, those of time apart. */
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
      select a.id from posting a where a.company = ${company} and ${isImport('a')} and ${uploadOf('a')} = ${uploadId}),
    posted as materialized (
      select p.number, p.day, p.kind not in ('accretion', 'depreciation') as is_main,
        not (${isReversed}) as is_left
      from posting p
      where p.company = ${company} and p.kind <> 'reversal' and p.id >= (select min(id) from acts) and p.act in (select id from acts))
    select min(number) as first, max(day) as "lastDay", coalesce(sum(is_main), 0) as main,
      coalesce(sum(is_main and is_left), 0) as "mainLeft", coalesce(sum(is_left), 0) as "left"
    from posted`);
}
