import { type SQL, sql } from 'drizzle-orm';
import { wholeNumber } from '#db/whole-number';
import {
  type Interest,
  interestBefore,
  type RecordedInterest,
  WHOLE_INTEREST,
} from '~/domain/books/working-interest';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { CompanyScope } from '~/services/platform/context.server';
import { ledgerIdOf } from './ledger-number.server';

/**
 * All working interests that the books have used: those entered now, and all sales in the ledger. Sales that were reversed,
 * or followed by another on the same day, are included, because entries posted while they applied don't change.
 * Returns an unexecuted query, for `interestsByWell`.
 */
export function recordedInterestsQuery(scope: CompanyScope) {
  return scope.db.all<RecordedInterest & { well: number }>(
    sql`${enteredInterests(scope)} union all ${soldInterests(scope)}`,
  );
}

/** SQL query: the interests that users entered or reversals restored, as `RecordedInterest` with the well. */
function enteredInterests(scope: CompanyScope): SQL {
  return sql`select i.well, i.from_day as "from", i.percent_e8 as percent, i.posting, null as until
    from working_interest i
    where i.company = ${ledgerIdOf(scope)}
      and not exists (select 1 from posting p where p.id = i.posting and p.kind = 'sale')`;
}

/**
 * SQL query: the interests that sales left, as `RecordedInterest` with the well. The kinds are spelled as in the index of
 * settlements and sales, or SQLite wouldn't use it.
 */
function soldInterests(scope: CompanyScope): SQL {
  return sql`select l.well, p.day as "from", p.terms ->> '$.interest.after' as percent, p.id as posting, (
      select r.id from posting r where r.reverses = p.id and r.day = p.day and exists (
        select 1 from movement x cross join layer y on y.id = x.layer where x.posting = r.id and y.well = l.well)) as until
    from posting p indexed by posting_relief cross join movement m on m.posting = p.id cross join layer l on l.id = m.layer
    where p.company = ${ledgerIdOf(scope)} and p.kind in ('settlement', 'sale') and p.kind = 'sale' and p.terms ->> '$.interest' is not null
    group by l.well, p.id`;
}

/** A movement of a posting, whose own terms come first: a sale records the interest before it. */
type PostedMovement = {
  well: number;
  date: CalendarDate;
  posting: number;
  /** Day and id of the posting that this one reverses. */
  reverses: CalendarDate | null;
  reversesId: number | null;
  terms: { interest?: { before: Interest } } | null;
};

/**
 * Returns the working interest before each movement; 100% if a well has none. A reversal has that of the posting it reverses.
 * @param rows from recordedInterestsQuery
 * Source: as `interestBefore`.
 */
export function interestsByWell(rows: readonly (RecordedInterest & { well: number })[]) {
  const byWell = Map.groupBy(rows, ({ well }) => well);
  return ({ well, posting, date, reverses, reversesId, terms }: PostedMovement): Interest => {
    // A sale's own interest counts even after another sale on the same day.
    if (terms?.interest) return terms.interest.before;
    const changes = byWell.get(well);
    if (!changes) return WHOLE_INTEREST;
    return interestBefore(changes, { day: reverses ?? date, posting: reversesId ?? posting });
  };
}

/** Name of the table in `soldInterestsTable`. */
const SOLD = sql.raw('sold_interest');

/** Common table expression that `interestBeforeMovement` reads. */
export function soldInterestsTable(scope: CompanyScope): SQL {
  return sql`${SOLD} as materialized (${soldInterests(scope)})`;
}

/** SQL condition: true when the company has any interest but the default, so that interests need to be looked up at all. Needs `soldInterestsTable`. */
export function hasRecordedInterests(scope: CompanyScope): SQL {
  return sql`(exists (select 1 from working_interest where company = ${ledgerIdOf(scope)}) or exists (select 1 from ${SOLD}))`;
}

/** SQL values: id and day of posting `p`, or of the one that it reverses. */
const originalId = sql`coalesce(p.reverses, p.id)`;
const originalDay = sql`(select day from posting where id = ${originalId})`;

/**
 * SQL value: what `interestsByWell` returns for a movement of posting `p` on layer `l`, for sums of many movements. Needs
 * `soldInterestsTable`.
 */
export const interestBeforeMovement = sql<Interest>`coalesce(p.terms ->> '$.interest.before', (
  select percent from (
    select i.from_day, coalesce(i.posting, 0) as posting, i.percent_e8 as percent from working_interest i
    where i.company = p.company and i.well = l.well and i.from_day <= ${originalDay} and coalesce(i.posting, 0) < ${originalId}
      and not exists (select 1 from posting x where x.id = i.posting and x.kind = 'sale')
    union all
    select s."from", s.posting, s.percent from ${SOLD} s
    where s.well = l.well and s."from" <= ${originalDay} and s.posting < ${originalId}
      and coalesce(s.until, ${originalId} + 1) > ${originalId})
  order by from_day desc, posting desc limit 1), ${wholeNumber(WHOLE_INTEREST)})`;
