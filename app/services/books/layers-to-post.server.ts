import { type SQL, sql } from 'drizzle-orm';
import { exactRate } from '#db/exact-rate';
import { aroLayer, company, well } from '#db/schema';
import { wholeNumber } from '#db/whole-number';
import type { LayerState } from '~/domain/books/act';
import type { DepreciatedWell } from '~/domain/books/depreciation';
import { endOfLife } from '~/domain/books/life';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import type { AccretionInput } from '~/schemas/books/accretion';
import type { CompanyScope } from '~/services/platform/context.server';
import { depreciatesOn } from './depreciation.server';
import { ledgerIdOf } from './ledger-number.server';
import { pluggedWells } from './well-books.server';

/** Scope of an accretion posting: a period end, and one well or all. */
export type Subject = Pick<AccretionInput, 'periodEnd' | 'wellId'>;

/** A part of the company's layers, for a posting that may be too large for one transaction. */
export type PostingPage = {
  /** Starts after this layer id; null starts with the first layer. */
  afterLayer: number | null;
  limit: number;
};

/** A layer to post. `depreciatedWell` has the well's data for depreciation; null when there is nothing to depreciate. */
export type LayerToPost = LayerState & { depreciatedWell: DepreciatedWell | null };

type CompactRow = [
  id: number,
  wellId: number,
  calculationDate: CalendarDate,
  wellLifespanYears: number,
  retirementDate: CalendarDate | null,
  accretedThrough: CalendarDate | null,
  currentAroCents: Cents,
  discountRateBp: number,
  lastPostingId: number,
  pluggedOn: CalendarDate | null,
  // Depreciation data of the layer and its well, only if there is something to depreciate.
  arcCostCents?: Cents,
  arcAccumulatedCents?: Cents,
  arcBaseCents?: Cents,
  arcBaseDay?: CalendarDate | null,
  depreciatedThrough?: CalendarDate | null,
  /** Set only when depletion rates apply by field. */
  field?: string | null,
  /** The well's newest layer, which determines when it retires; null when that is this layer. */
  newest?: CompactLife | null,
];

type CompactLife = [
  calculationDate: CalendarDate,
  wellLifespanYears: number,
  retirementDate: CalendarDate | null,
];

/** D1 returns values of at most 2 MB; a layer takes 200 bytes, and its field at most 400. */
const LAYERS_PER_VALUE = 3_000;

/**
 * Query for the layers that a posting to a period end moves: those with a balance, or an asset to depreciate, and with unposted
 * time until then. Returns a few long texts, which takes half the time of single rows. Neighboring ids share a text. The caller
 * must sort them, because SQLite guarantees no order within a group.
 */
export function layersToPostQuery(scope: CompanyScope, { periodEnd, wellId }: Subject, page?: PostingPage) {
  const isDue = (balance: SQL, through: SQL, from: SQL) => sql`(${balance} <> 0
    and (${through} is null or ${through} < ${periodEnd})
    and (plugged.well is null or coalesce(${through}, ${from}) < plugged.plugged_on))`;
  const accretes = isDue(sql`l.current_aro_cents`, sql`l.accreted_through`, sql`l.calculation_date`);
  const depreciates = isDue(
    sql`policy.depreciates and l.arc_cost_cents + l.arc_accumulated_cents`,
    sql`l.depreciated_through`,
    sql`coalesce(l.arc_base_day, l.calculation_date)`,
  );
  const accretion = sql`l.id, l.well, l.calculation_date, l.well_lifespan_years, l.retirement_date, l.accreted_through,
    l.current_aro_cents, ${exactRate('l', 'discount')}, l.last_posting, plugged.plugged_on`;
  // Most wells have one layer, and the index alone shows that.
  const newest = sql`json(iif(
    exists (select 1 from ${aroLayer} n where n.well = l.well and n.layer_number > l.layer_number),
    (select json_array(n.calculation_date, n.well_lifespan_years, n.retirement_date) from ${aroLayer} n
      where n.well = l.well and not n.is_reversed order by n.layer_number desc limit 1),
    null))`;
  const arc = sql`l.arc_cost_cents, l.arc_accumulated_cents, l.arc_base_cents, l.arc_base_day, l.depreciated_through,
    iif(policy.is_by_field, (select w.field from ${well} w where w.ledger_id = l.well), null), ${newest}`;
  return scope.db.all<{ layers: string }>(sql`
    with plugged(well, plugged_on) as materialized ${pluggedWells(scope)},
      policy(depreciates, is_by_field) as materialized (
        select ${depreciatesOn(periodEnd)}, depreciation = 'units-of-production' from ${company}
        where ${company.id} = ${scope.companyId})
    select '[' || group_concat(slim) || ']' as layers
    from (
      select l.id, iif(${depreciates}, json_array(${accretion}, ${arc}), json_array(${accretion})) as slim
      from policy cross join ${aroLayer} l left join plugged on plugged.well = l.well
      where ${isLayerOfSubject(scope, { wellId })} and l.id > ${page?.afterLayer ?? 0} and l.calculation_date <= ${periodEnd}
        and not l.is_reversed and (${accretes} or ${depreciates})
      order by l.id limit ${wholeNumber(page?.limit ?? -1)}
    ) group by id / ${wholeNumber(LAYERS_PER_VALUE)}`);
}

/**
 * SQL condition for the layers `l` to post. For one well, the unary plus keeps SQLite off the company's index, with which it
 * would scan all of the company's layers.
 */
export function isLayerOfSubject(scope: CompanyScope, { wellId }: Pick<Subject, 'wellId'>): SQL {
  return wellId
    ? sql`+l.company = ${ledgerIdOf(scope)} and l.well = (
        select ${well.ledgerId} from ${well} where ${well.id} = ${wellId} and ${well.companyId} = ${scope.companyId})`
    : sql`l.company = ${ledgerIdOf(scope)}`;
}

/**
 * Parses one text of layersToPostQuery. Settled amounts are always 0 here, and so are asset amounts when nothing is depreciated,
 * because they are not read.
 */
export function toLayersToPost({ layers }: { layers: string }): LayerToPost[] {
  return (JSON.parse(layers) as CompactRow[]).map(
    ([
      id,
      wellId,
      calculationDate,
      wellLifespanYears,
      retirementDate,
      accretedThrough,
      currentAroCents,
      discountRateBp,
      lastPostingId,
      pluggedOn,
      arcCostCents,
      arcAccumulatedCents = 0,
      arcBaseCents = 0,
      arcBaseDay = null,
      depreciatedThrough = null,
      field,
      newest,
    ]) => ({
      id,
      wellId,
      calculationDate,
      wellLifespanYears,
      retirementDate,
      accretedThrough,
      currentAroCents,
      discountRateBp,
      lastPostingId,
      pluggedOn,
      // Without depreciation, none of these change, so they are not read.
      arcCostCents: arcCostCents ?? 0,
      arcAccumulatedCents,
      arcBaseCents,
      arcBaseDay,
      depreciatedThrough,
      depreciatedWell:
        arcCostCents === undefined
          ? null
          : toDepreciatedWell(newest ?? [calculationDate, wellLifespanYears, retirementDate], field),
      // Accretion and depreciation change neither of these, so they are not read.
      settledCents: 0,
      isReversed: false,
    }),
  );
}

function toDepreciatedWell(
  [calculationDate, wellLifespanYears, retirementDate]: CompactLife,
  field: string | null = null,
): DepreciatedWell {
  return { lifeEnd: endOfLife({ calculationDate, wellLifespanYears, retirementDate }), field: field ?? '' };
}
