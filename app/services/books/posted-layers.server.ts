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
import { ledgerIdOf } from './post.server';
import { pluggedWells } from './well-books.server';

/** What accretion is posted of: a period end, and the one well or all. */
export type Subject = Pick<AccretionInput, 'periodEnd' | 'wellId'>;

/** A part of the company's layers, for a posting that may be too large for one transaction. */
export type PostingPage = {
  /** Begins after this layer, in the order of ids; null begins with the first. */
  afterLayer: number | null;
  limit: number;
};

/** A layer to post, with what its depreciation depends on; null where it has none. */
export type PostedLayer = LayerState & { of: DepreciatedWell | null };

type SlimRow = [
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
  arc: SlimArc | null,
];

/** What depreciation needs of a layer and of its well: only where there is something to depreciate. */
type SlimArc = [
  arcCostCents: Cents,
  arcAccumulatedCents: Cents,
  arcBaseCents: Cents,
  arcBaseDay: CalendarDate | null,
  depreciatedThrough: CalendarDate | null,
  field: string,
  calculationDateOfNewest: CalendarDate,
  wellLifespanYearsOfNewest: number,
  retirementDateOfNewest: CalendarDate | null,
];

/** D1 hands over at most 2 MB a value: a layer takes a hundred characters at most. */
const LAYERS_PER_VALUE = 10_000;

/**
 * The layers that a posting to a period end moves: those with a balance, or an asset to depreciate, that have time left until
 * then. Handed over as few long texts, which takes half the time of as many rows. Ids near each other share a text; a reader of
 * them puts them in order, for SQLite promises none within a group.
 */
export function postedLayersQuery(scope: CompanyScope, { periodEnd, wellId }: Subject, page?: PostingPage) {
  const isDue = (balance: SQL, through: SQL, from: SQL) => sql`(${balance} <> 0
    and (${through} is null or ${through} < ${periodEnd})
    and (plugged.well is null or coalesce(${through}, ${from}) < plugged.plugged_on))`;
  const accretes = isDue(sql`l.current_aro_cents`, sql`l.accreted_through`, sql`l.calculation_date`);
  const depreciates = isDue(
    sql`policy.depreciates and l.arc_cost_cents + l.arc_accumulated_cents`,
    sql`l.depreciated_through`,
    sql`coalesce(l.arc_base_day, l.calculation_date)`,
  );
  // The newest layer of the well says when it retires.
  const arc = sql`(
    select json_array(l.arc_cost_cents, l.arc_accumulated_cents, l.arc_base_cents, l.arc_base_day, l.depreciated_through,
      w.field, n.calculation_date, n.well_lifespan_years, n.retirement_date)
    from ${aroLayer} n join ${well} w on w.ledger_id = n.well
    where n.well = l.well and not n.is_reversed order by n.layer_number desc limit 1)`;
  return scope.db.all<{ layers: string }>(sql`
    with plugged(well, plugged_on) as materialized ${pluggedWells(scope)},
      policy(depreciates) as materialized (
        select ${depreciatesOn(periodEnd)} from ${company} where ${company.id} = ${scope.companyId})
    select json_group_array(json_array(id, well, calculation_date, well_lifespan_years, retirement_date, accreted_through, current_aro_cents,
      rate, last_posting, plugged_on, json(arc))) as layers
    from (
      select l.id, l.well, l.calculation_date, l.well_lifespan_years, l.retirement_date, l.accreted_through, l.current_aro_cents,
        ${exactRate('l', 'discount')} as rate, l.last_posting, plugged.plugged_on, iif(${depreciates}, ${arc}, null) as arc
      from policy cross join ${aroLayer} l left join plugged on plugged.well = l.well
      where ${ofSubject(scope, { wellId })} and l.id > ${page?.afterLayer ?? 0} and l.calculation_date <= ${periodEnd}
        and not l.is_reversed and (${accretes} or ${depreciates})
      order by l.id limit ${page?.limit ?? -1}
    ) group by id / ${wholeNumber(LAYERS_PER_VALUE)}`);
}

/** The layers `l` that are posted. The plus keeps the company's index out, by which SQLite would look through all of them for one well's. */
export function ofSubject(scope: CompanyScope, { wellId }: Pick<Subject, 'wellId'>): SQL {
  return wellId
    ? sql`+l.company = ${ledgerIdOf(scope)} and l.well = (
        select ${well.ledgerId} from ${well} where ${well.id} = ${wellId} and ${well.companyId} = ${scope.companyId})`
    : sql`l.company = ${ledgerIdOf(scope)}`;
}

export function toPostedLayers({ layers }: { layers: string }): PostedLayer[] {
  return (JSON.parse(layers) as SlimRow[]).map(
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
      arc,
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
      // Where nothing is depreciated, none of it is moved, and none of it need be read.
      arcCostCents: arc?.[0] ?? 0,
      arcAccumulatedCents: arc?.[1] ?? 0,
      arcBaseCents: arc?.[2] ?? 0,
      arcBaseDay: arc?.[3] ?? null,
      depreciatedThrough: arc?.[4] ?? null,
      of: arc && toDepreciatedWell(arc),
      // Time moves neither of them, so they need not be read.
      settledCents: 0,
      isReversed: false,
    }),
  );
}

function toDepreciatedWell(arc: SlimArc): DepreciatedWell {
  const [, , , , , field, calculationDate, wellLifespanYears, retirementDate] = arc;
  return { lifeEnd: endOfLife({ calculationDate, wellLifespanYears, retirementDate }), field };
}
