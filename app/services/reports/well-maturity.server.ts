import { type SQL, sql } from 'drizzle-orm';
import { type DatedLayer, type WellMaturity, wellRetirementDate } from '~/domain/books/maturities';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { pluggedWells } from '~/services/books/well-books.server';
import type { CompanyScope } from '~/services/platform/context.server';
import { enteredThrough } from './layer-sums.server';

/** Leading columns of a layer sums row in reports that depend on when wells retire, in the order of `maturityColumns`. */
export type MaturityColumns = [
  well: number,
  layerNumber: number,
  calculationDate: CalendarDate,
  wellLifespanYears: number,
  retirementDate: CalendarDate | null,
  isReversed: 0 | 1,
];

/**
 * Columns of a layer `l` for `createWellMaturities`, as of a day. A reversal dated later hasn't happened yet.
 * @param throughPosting as in ReportDays
 */
export function maturityColumns(day: CalendarDate, throughPosting?: number): SQL[] {
  const isReversed = sql`l.is_reversed and exists (
    select 1 from posting r cross join movement undone on undone.posting = r.id and undone.layer = l.id
    where r.reverses = l.recognized_by and r.day <= ${day} and ${enteredThrough(sql`r.id`, throughPosting)})`;
  return [
    sql`l.well`,
    sql`l.layer_number`,
    sql`l.calculation_date`,
    sql`l.well_lifespan_years`,
    sql`l.retirement_date`,
    sql`(${isReversed})`,
  ];
}

/** The company's plugged wells. Returns an unexecuted query. */
export function pluggedQuery(scope: CompanyScope) {
  return scope.db.all<{ number: number; pluggedOn: CalendarDate }>(
    sql`select ledger_id as number, plugged_on as "pluggedOn" from ${pluggedWells(scope)}`,
  );
}

/**
 * Retirement of wells, by well number. Call `addLayer` for all layers that have or had a balance before calling `getMaturity`.
 * @param plugged rows from pluggedQuery
 */
export function createWellMaturities(
  plugged: { number: number; pluggedOn: CalendarDate }[],
  day: CalendarDate,
) {
  const layersOf = new Map<number, DatedLayer[]>();
  const isPlugged = new Set(plugged.filter(({ pluggedOn }) => pluggedOn <= day).map(({ number }) => number));
  return {
    addLayer([
      well,
      layerNumber,
      calculationDate,
      wellLifespanYears,
      retirementDate,
      isReversed,
    ]: MaturityColumns): void {
      const life = { calculationDate, wellLifespanYears, retirementDate };
      const layer = { ...life, layerNumber, isReversed: isReversed === 1 };
      const wellLayers = layersOf.get(well);
      if (wellLayers) wellLayers.push(layer);
      else layersOf.set(well, [layer]);
    },
    getMaturity(well: number): WellMaturity {
      return {
        retirementDate: wellRetirementDate(layersOf.get(well) ?? []),
        isPlugged: isPlugged.has(well),
      };
    },
  };
}
