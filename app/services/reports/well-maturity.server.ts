import { type SQL, sql } from 'drizzle-orm';
import { type DatedLayer, type WellMaturity, wellRetirementDate } from '~/domain/books/maturities';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { pluggedWells } from '~/services/books/well-books.server';
import type { CompanyScope } from '~/services/platform/context.server';
import { wasEntered } from './layer-sums.server';

/** What a row of layer sums begins with where a report asks when wells are to be plugged; `maturityColumns` in its order. */
export type MaturityColumns = [
  well: number,
  layerNumber: number,
  calculationDate: CalendarDate,
  wellLifespanYears: number,
  retirementDate: CalendarDate | null,
  isReversed: 0 | 1,
];

/**
 * The columns of a layer `l` for `createWellMaturities`, as of a day: a reversal dated later has not happened yet.
 * @param throughPosting as in ReportDays
 */
export function maturityColumns(day: CalendarDate, throughPosting?: number): SQL[] {
  const isReversed = sql`l.is_reversed and exists (
    select 1 from posting r cross join movement undone on undone.posting = r.id and undone.layer = l.id
    where r.reverses = l.recognized_by and r.day <= ${day} and ${wasEntered(sql`r.id`, throughPosting)})`;
  return [
    sql`l.well`,
    sql`l.layer_number`,
    sql`l.calculation_date`,
    sql`l.well_lifespan_years`,
    sql`l.retirement_date`,
    sql`(${isReversed})`,
  ];
}

/** The company's plugged wells; a statement not yet run. */
export function pluggedQuery(scope: CompanyScope) {
  return scope.db.all<{ number: number; pluggedOn: CalendarDate }>(
    sql`select ledger_id as number, plugged_on as "pluggedOn" from ${pluggedWells(scope)}`,
  );
}

/**
 * When wells are to be plugged, by their numbers: `take` the layers that have a balance, or had one, then ask.
 * @param plugged what pluggedQuery read
 */
export function createWellMaturities(
  plugged: { number: number; pluggedOn: CalendarDate }[],
  day: CalendarDate,
) {
  const layersOf = new Map<number, DatedLayer[]>();
  const isPlugged = new Set(plugged.filter(({ pluggedOn }) => pluggedOn <= day).map(({ number }) => number));
  return {
    take([
      well,
      layerNumber,
      calculationDate,
      wellLifespanYears,
      retirementDate,
      isReversed,
    ]: MaturityColumns): void {
      const life = { calculationDate, wellLifespanYears, retirementDate };
      const layer = { ...life, layerNumber, isReversed: isReversed === 1 };
      const known = layersOf.get(well);
      if (known) known.push(layer);
      else layersOf.set(well, [layer]);
    },
    of(well: number): WellMaturity {
      return {
        retirementDate: wellRetirementDate(layersOf.get(well) ?? []),
        isPlugged: isPlugged.has(well),
      };
    },
  };
}
