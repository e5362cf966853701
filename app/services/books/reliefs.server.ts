import { type SQL, sql } from 'drizzle-orm';
import type { EstimateRelief } from '~/domain/books/estimate-left';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { CompanyScope } from '~/services/platform/context.server';
import { ledgerIdOf } from './ledger-number.server';
import { isUnreversed, isUnreversedBy } from './unreversed.server';

const isFinal = sql`p.terms ->> '$.well' is not null`;
/**
 * The part that posting `p`, a settlement or sale, took from the well of layer `l`, and the total it was taken from. For a sale,
 * the total is the interest before it; for a settlement, the well's carrying amount before it, in posting order. A final
 * settlement takes everything.
 */
const numerator = sql`case when p.kind = 'sale' then p.terms ->> '$.interest.before' - (p.terms ->> '$.interest.after')
  when ${isFinal} then 1 else 0 - sum(m.liability) end`;
const denominator = sql`case when p.kind = 'sale' then p.terms ->> '$.interest.before' when ${isFinal} then 1 else (
  select sum(b.liability) from posting q cross join layer c on c.well = l.well cross join movement b on b.posting = q.id and b.layer = c.id
  where q.company = p.company and q.well in (0, l.well) and q.id < p.id) end`;

const isRelief = sql`p.kind in ('settlement', 'sale')`;

export type ReliefRow = EstimateRelief & {
  /** The well's ledger id. */
  well: number;
  posting: number;
  /** The posting's number. */
  number: number;
  kind: 'settlement' | 'sale';
  day: CalendarDate;
  /** 1 when the posting plugged the well. */
  isFinal: 0 | 1;
};

/** Query for the unreversed settlements and sales of wells, in posting order. Unexecuted. */
export function reliefsQuery(scope: CompanyScope, wells: SQL | undefined) {
  const isOfWells = wells && sql`and (p.well = 0 or p.well in ${wells}) and l.well in ${wells}`;
  return scope.db.all<ReliefRow>(sql`
    select l.well, p.id as posting, p.number, p.kind, p.day, ${isFinal} as "isFinal", ${numerator} as taken, ${denominator} as "of"
    from posting p indexed by posting_relief cross join movement m on m.posting = p.id cross join layer l on l.id = m.layer
    where p.company = ${ledgerIdOf(scope)} and ${isRelief} and ${isUnreversed} ${isOfWells ?? sql``}
    group by l.well, p.id order by p.id`);
}

/**
 * SQL text of EstimateReliefs: the parts that settlements and sales took from a well since one posting of its company, or between
 * two. With two, only reversals before the later one count.
 */
export function reliefsBetween({ well, from, to }: { well: SQL; from: SQL; to?: SQL }): SQL<string> {
  return sql`(
    select json_group_array(json_object('taken', taken, 'of', "of")) from (
      select ${numerator} as taken, ${denominator} as "of"
      from layer l cross join posting p indexed by posting_relief on p.company = l.company and p.well in (0, l.well)
      cross join movement m on m.posting = p.id and m.layer = l.id
      where l.well = ${well} and ${isRelief} and p.id > ${from} ${to ? sql`and p.id < ${to}` : sql``}
        and ${isUnreversedBy(to && sql`r.id < ${to}`)}
      group by p.id))`;
}
