import { type SQL, sql } from 'drizzle-orm';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { CompanyScope } from '~/services/platform/context.server';
import { ledgerIdOf } from './ledger-number.server';
import { isReversed } from './unreversed.server';

/** SQL value: the upload that an act belongs to, from its first posting, which has the input; null for other acts. */
export const uploadOf = (head: 'a' | 'b' | 'head') => sql`${sql.raw(head)}.input ->> '$.massUploadId'`;

/** SQL condition: true when a posting is the first one of an upload's act. */
const isImport = (name: 'a' | 'b') => sql.raw(`${name}.act = ${name}.id and ${name}.source = 'import'`);

/**
 * SQL condition: true when a posting is the first one of an act from the same upload as `head`. An upload posts one act per chunk
 * of its rows.
 */
export function isOfSameUpload(name: 'a' | 'b'): SQL {
  return sql`${sql.raw(name)}.company = head.company and ${isImport(name)} and ${uploadOf(name)} = ${uploadOf('head')}`;
}

/**
 * Postings of an upload: the number of the first, the last day, and how many there are and still count. `main` and `mainLeft`
 * exclude accretion and depreciation.
 */
export type PostedRow = {
  first: number | null;
  lastDay: CalendarDate | null;
  main: number;
  mainLeft: number;
  left: number;
};

/** Query for one PostedRow. Unexecuted. */
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
