import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { well } from '#db/schema';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { CompanyScope } from '~/services/platform/context.server';
import { ledgerIdOf } from './ledger-number.server';

/**
 * The retirement dates that wells had before a posting, of those whose date is that of a layer recognized by it or later. What
 * was newest then: that of a layer that still counts, or what a person entered, which only the audit log remembers. A statement not
 * yet run.
 * @param wells a condition on wells
 */
export function retirementBeforeQuery(scope: CompanyScope, postingId: number | SQL, wells: SQL | undefined) {
  const company = ledgerIdOf(scope);
  const isWell = and(eq(well.companyId, scope.companyId), isNull(well.deletedAt), wells);
  return scope.db.all<{ well: number; day: CalendarDate | null }>(sql`
    with named(well, id) as materialized (
      select ${well.ledgerId}, ${well.id} from ${well}
      where ${isWell} and exists (
        select 1 from layer l where l.well = ${well.ledgerId} and not l.is_reversed and l.recognized_by >= ${postingId}
          and l.retirement_date = ${well.retirementDate}))
    select named.well, (
      select day from (
        select * from (
          select p.created_at as at, 1 as place, l.retirement_date as day
          from layer l cross join posting p on p.id = l.recognized_by and p.company = ${company}
          where l.well = named.well and not l.is_reversed and l.recognized_by < ${postingId} and l.retirement_date is not null
          order by l.layer_number desc limit 1)
        union all
        select * from (
          select a.created_at, 0, a.new_values ->> 'retirementDate'
          from audit_log a
          where a.company_id = ${scope.companyId} and a.entity_type = 'well' and a.entity_id = named.id
            and (a.action = 'well.created' or (a.action = 'well.updated' and json_type(a.new_values, '$.retirementDate') is not null
              and a.new_values ->> 'retirementDate' is not a.old_values ->> 'retirementDate'))
            and a.created_at <= (select created_at from posting where id = ${postingId} and company = ${company})
          order by a.id desc limit 1)
      ) order by at desc, place desc limit 1) as day
    from named`);
}
