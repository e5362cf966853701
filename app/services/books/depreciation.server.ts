import { type SQL, sql } from 'drizzle-orm';
import { type DepreciableLayer, type DepreciationPolicy, monthsCharged } from '~/domain/books/depreciation';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { AppError } from '~/errors';
import type { CompanyScope } from '~/services/platform/context.server';
import { pluggedWells } from './well-books.server';

/** SQL condition on a company's row: true when it depreciates on a day. */
export function depreciatesOn(day: CalendarDate): SQL {
  return sql`(depreciation <> 'none' and depreciation_from <= ${day})`;
}

type UnratedRow = Omit<DepreciableLayer, 'arcCostCents' | 'arcAccumulatedCents' | 'arcBaseCents'> & {
  field: string;
};

/**
 * Query for the layers that depreciate by units of production through a day: each combination of field and dates once. The
 * company comes first, so no layers are read when it uses another method. Unexecuted.
 * @param wells a condition on layers `l`
 */
export function ratedFieldsQuery(scope: CompanyScope, periodEnd: CalendarDate, wells: SQL) {
  return scope.db.all<UnratedRow>(sql`
    select w.field, l.calculation_date as "calculationDate", l.arc_base_day as "arcBaseDay",
      l.depreciated_through as "depreciatedThrough", plugged.plugged_on as "pluggedOn"
    from company c cross join layer l cross join well w on w.ledger_id = l.well and w.company_id = c.id
    left join ${pluggedWells(scope)} plugged on plugged.ledger_id = l.well
    where c.id = ${scope.companyId} and c.depreciation = 'units-of-production' and ${wells} and l.arc_cost_cents + l.arc_accumulated_cents <> 0 and not l.is_reversed
      and l.calculation_date <= ${periodEnd} and (l.depreciated_through is null or l.depreciated_through < ${periodEnd})
    group by 1, 2, 3, 4, 5`);
}

/** A month cannot be posted while a field has no rate for it. Retrying doesn't help until someone enters one. */
export class RatesMissing extends AppError {
  /** @param missing fields without a rate, by month (`2026-10`) */
  constructor(missing: ReadonlyMap<string, ReadonlySet<string>>) {
    const months = [...missing.keys()].sort();
    const list = months.map((month) => `for ${month}: ${[...missing.get(month)!].sort().join(', ')}`);
    const message = `Enter depletion rates under Company → Settings first. Missing ${list.join('; ')}.`;
    super('conflict', message, { periodEnd: [message] });
  }
}

/** @throws RatesMissing naming each month with its fields */
export function requireRates(
  layers: readonly UnratedRow[],
  policy: DepreciationPolicy | null,
  periodEnd: CalendarDate,
): void {
  if (policy?.method !== 'units-of-production') return;
  const missing = new Map<string, Set<string>>();
  for (const { field, ...layer } of layers) {
    const { pluggedOn } = layer;
    const day = pluggedOn && pluggedOn < periodEnd ? pluggedOn : periodEnd;
    for (const month of monthsCharged(layer, { from: policy.from, day })) {
      if (policy.rateOf(field, month) !== null) continue;
      missing.set(month, (missing.get(month) ?? new Set()).add(field));
    }
  }
  if (missing.size > 0) throw new RatesMissing(missing);
}
