import { and, eq, type SQL, sql } from 'drizzle-orm';
import { exactRate } from '#db/exact-rate';
import { parseRows, selectAllAsText, selectAsText } from '#db/json-array';
import { aroLayer, company, well } from '#db/schema';
import { createAccretionCalculator } from '~/domain/books/accretion';
import { type Act, createAct, type LayerState } from '~/domain/books/act';
import type { DepletionRate, DepreciationPolicy } from '~/domain/books/depreciation';
import { estimatesLeft } from '~/domain/books/estimate-left';
import type { Measurement } from '~/domain/books/layer';
import type { BookedPosting } from '~/domain/books/well-books';
import type { InterestChange } from '~/domain/books/working-interest';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import type { RateBp } from '~/domain/money/rate';
import { foldText } from '~/domain/wells/fold-text';
import { AppError } from '~/errors';
import type { WellStatus } from '~/schemas/wells/well';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { isListed } from '~/services/wells/well.server';
import { addLaterMovements, laterMovementsQuery } from './later-movements.server';
import { ledgerIdOf } from './ledger-number.server';
import { depletionRatesOf, policyColumns } from './policy-settings.server';
import type { WellVersion } from './post.server';
import { reliefsQuery } from './reliefs.server';

export type BookedLayer = LayerState & {
  layerNumber: number;
  measurement: Measurement | null;
  totalEstimateCents: Cents;
  /** The total estimate less settlements and sales, before the next layer. */
  estimateLeftCents: Cents;
  /** The previous estimate at the prices of the layer's date, if the change was measured against that. */
  repricedEstimateCents: Cents | null;
  pAndACostCents: Cents;
  inflationRateBp: RateBp;
  /** The retirement date to restore on the well when the layer is reversed, if the well's date is still the layer's. */
  retirementBefore: CalendarDate | null;
};

/** A well as an act reads it: its layers, and everything booked after the act's date. */
export type BookedWell = {
  id: string;
  ledgerId: number;
  wellCode: string;
  wellCodeKey: string;
  wellName: string;
  wellStatus: WellStatus;
  field: string;
  activeDate: CalendarDate;
  /** Retirement date for layers that name neither a lifespan nor a date; null if there is none. */
  retirementDate: CalendarDate | null;
  version: number;
  /** Last day it accretes; null while it is not plugged. */
  pluggedOn: CalendarDate | null;
  /** The stored plugging date; null also when it is unknown. */
  storedPluggedOn: CalendarDate | null;
  /** Layers that count, by number. Excludes layers whose recognition is reversed. */
  layers: BookedLayer[];
  /** The highest layer number in use, including reversed layers. */
  layerCount: number;
  /** The newest posting on any of its layers; 0 if there is none. */
  lastPostingId: number;
  /** The company's working interest and its start dates; no entry means the whole well. */
  interests: InterestChange[];
  /** Date of its newest unreversed sale; null if there is none. */
  soldOn: CalendarDate | null;
  /** Date of its newest unreversed settlement, and the posting number of its final one; null if there is none. */
  settledOn: CalendarDate | null;
  finalSettlement: number | null;
  later: BookedPosting[];
};

/** State that must be unchanged for an act based on a well's layers and plugging date. */
export function toWellVersion({ ledgerId, lastPostingId, version }: BookedWell): WellVersion {
  return { wellId: ledgerId, lastPostingId, version };
}

/** SQL value: the date that the life of layer `l` ends. Same rule as `retirementDateOf`. */
export const retirementDay = sql<CalendarDate>`coalesce(l.retirement_date,
  date(l.calculation_date, '+' || l.well_lifespan_years || ' years', 'floor'))`;

/** Plugging date of wells that don't accrete at all: before every valid date. */
export const NEVER_ACCRETES: CalendarDate = '0001-01-01';

/**
 * A plugged well accretes through its plugging date. A well that was Plugged when it was added, or whose date is unknown, doesn't
 * accrete at all.
 */
const lastAccretionDay = sql.raw(`coalesce(iif(arrived_plugged, null, plugged_on), '${NEVER_ACCRETES}')`);
const pluggedDay = sql<CalendarDate | null>`iif(${well.wellStatus} = 'Plugged', ${lastAccretionDay}, null)`;

/**
 * Subquery for the company's plugged wells and their last accretion day: `ledger_id`, `plugged_on`. The unary plus leaves SQLite
 * only the index of plugged wells; it would use one over all of the company's wells, most of which are not plugged.
 */
export function pluggedWells({ companyId }: Pick<CompanyScope, 'companyId'>): SQL {
  return sql`(select ledger_id, ${lastAccretionDay} as plugged_on from well
    where company_id = ${companyId} and well_status = 'Plugged' and +deleted_at is null)`;
}

/**
 * SQL value that changes whenever a well becomes or stops being plugged, or a plugged well changes. For acts that depend on how
 * far wells accrete. Uses the same index as `pluggedWells`.
 */
export function pluggedState(scope: Pick<CompanyScope, 'companyId'>): SQL<string> {
  return wellsState(scope, sql`well_status = 'Plugged' and +deleted_at is null`);
}

/** SQL value that changes whenever one of the company's wells that match the condition is changed, added, or removed. */
export function wellsState({ companyId }: Pick<CompanyScope, 'companyId'>, where: SQL): SQL<string> {
  return sql`(select count(*) || '/' || coalesce(sum(version), 0) || '/' || coalesce(sum(version * ledger_id), 0) from well
    where company_id = ${companyId} and ${where})`;
}

/**
 * Unexecuted reads for an act: the company's accretion settings, through when its books are closed, the wells that match a
 * condition, their layers, and later bookings on them.
 * @param later which postings `p` count as later (see `isAfterDay`); null when later postings don't matter
 */
export function booksReads(scope: CompanyScope, where: SQL | undefined, later: SQL | null) {
  const { db } = scope;
  const isWell = and(isListed(scope), where);
  const ids = sql`(select ${well.ledgerId} from ${well} where ${isWell})`;
  const wellsBy = (isWell: SQL | undefined) =>
    db
      .select({
        id: well.id,
        ledgerId: well.ledgerId,
        wellCode: well.wellCode,
        wellCodeKey: well.wellCodeKey,
        wellName: well.wellName,
        wellStatus: well.wellStatus,
        field: well.field,
        activeDate: well.activeDate,
        retirementDate: well.retirementDate,
        version: well.version,
        pluggedOn: pluggedDay.as('plugged_day'),
        storedPluggedOn: well.pluggedOn,
      })
      .from(well)
      .where(isWell)
      .orderBy(well.wellCodeKey);
  return {
    companies: companyBooksQuery(scope),
    wells:
      where === undefined
        ? selectAllAsText(db, { table: well, key: well.wellCodeKey, where: isWell }, (from) =>
            wellsBy(and(isWell, from)),
          )
        : selectAsText(db, wellsBy(isWell)),
    layers: selectAsText(
      db,
      db
        .select({
          id: aroLayer.id,
          wellId: aroLayer.well,
          layerNumber: aroLayer.layerNumber,
          measurement: aroLayer.measurement,
          calculationDate: aroLayer.calculationDate,
          wellLifespanYears: aroLayer.wellLifespanYears,
          retirementDate: aroLayer.retirementDate,
          retirementBefore: aroLayer.retirementBefore,
          discountRateBp: exactRate('layer', 'discount').as('discount_rate'),
          inflationRateBp: exactRate('layer', 'inflation').as('inflation_rate'),
          pAndACostCents: aroLayer.pAndACostCents,
          totalEstimateCents: aroLayer.totalEstimateCents,
          repricedEstimateCents: aroLayer.repricedEstimateCents,
          recognizedBy: sql<number>`${aroLayer.recognizedBy}`.as('recognized_by'),
          currentAroCents: aroLayer.currentAroCents,
          arcCostCents: aroLayer.arcCostCents,
          arcAccumulatedCents: aroLayer.arcAccumulatedCents,
          settledCents: aroLayer.settledCents,
          accretedThrough: aroLayer.accretedThrough,
          depreciatedThrough: aroLayer.depreciatedThrough,
          arcBaseCents: aroLayer.arcBaseCents,
          arcBaseDay: aroLayer.arcBaseDay,
          isReversed: aroLayer.isReversed,
          // Before any depreciation, only imported balances have a base date.
          openedOn: sql<CalendarDate | null>`iif(${aroLayer.arcBaseDay} is null, null, (
            select p.day from posting p where p.id = ${aroLayer.recognizedBy} and p.company = ${ledgerIdOf(scope)}
              and p.kind = 'opening'))`.as('opened_on'),
          lastPostingId: sql<number>`${aroLayer.lastPosting}`.as('last_posting_id'),
        })
        .from(aroLayer)
        // All wells' layers are found by company; those of some wells, by well, with a unary plus to keep SQLite off the
        // company's index.
        .where(
          where === undefined
            ? sql`${aroLayer.company} = ${ledgerIdOf(scope)}`
            : and(sql`${aroLayer.well} in ${ids}`, sql`+${aroLayer.company} = ${ledgerIdOf(scope)}`),
        )
        .orderBy(aroLayer.well, aroLayer.layerNumber),
    ),
    interests: interestsQuery(scope, where && ids),
    reliefs: reliefsQuery(scope, where && ids),
    later: laterMovementsQuery(scope, ids, later),
  };
}

/** Query for the company's interests in wells, by well and date. A sale counts unless it is reversed on that well. */
function interestsQuery(scope: CompanyScope, wells: SQL | undefined) {
  const company = ledgerIdOf(scope);
  const isOfWells = wells ? sql`i.well in ${wells} and +i.company = ${company}` : sql`i.company = ${company}`;
  return scope.db.all<InterestChange & { well: number; isSale: 0 | 1 }>(sql`
    select i.well, i.from_day as "from", i.percent_e8 as percent, i.posting,
      exists (select 1 from posting p where p.id = i.posting and p.company = i.company and p.kind = 'sale') and not exists (
        select 1 from posting r cross join movement m on m.posting = r.id cross join layer l on l.id = m.layer
        where r.reverses = i.posting and l.well = i.well) as "isSale"
    from working_interest i where ${isOfWells}
    order by i.well, i.from_day`);
}

export type BooksRows = RowsOf<ReturnType<typeof booksReads>>;

/** SQL condition for booksReads: postings dated after a day. */
export function isAfterDay(day: CalendarDate | SQL): SQL {
  return sql`p.day > ${day}`;
}

/** Query for how the company accretes, and through when its books are closed. Unexecuted. */
export function companyBooksQuery({ db, companyId }: CompanyScope) {
  return db
    .select({
      ...policyColumns,
      depletionRates: depletionRatesOf(company.depreciation).as('depletion_rates'),
      closedThrough: company.closedThrough,
      fiscalYearEnd: company.fiscalYearEnd,
      version: company.version,
    })
    .from(company)
    .where(eq(company.id, companyId));
}

type CompanyBooks = Pick<
  Awaited<ReturnType<typeof companyBooksQuery>>[number],
  'method' | 'depreciation' | 'depreciationFrom' | 'depletionRates'
>;

/** Starts an act with the company's accretion and depreciation methods. */
export function beginAct(company: CompanyBooks): Act {
  const { method } = company;
  return createAct({
    method,
    calculator: createAccretionCalculator(method),
    depreciation: depreciationPolicy(company),
  });
}

/** How a company depreciates; null when it doesn't depreciate in these books. */
export function depreciationPolicy({
  depreciation,
  depreciationFrom: from,
  depletionRates,
}: Omit<CompanyBooks, 'method'>): DepreciationPolicy | null {
  if (depreciation === 'none' || from === null) return null;
  if (depreciation === 'straight-line') return { method: depreciation, from };
  const byField = JSON.parse(depletionRates ?? '{}') as Record<string, Record<string, DepletionRate>>;
  const rates = new Map<string, DepletionRate>();
  // A field's own rates take precedence. Without any, use those of a field that differs only in case.
  const foldedRates = new Map<string, DepletionRate>();
  for (const [field, months] of Object.entries(byField)) {
    for (const [month, rate] of Object.entries(months)) {
      rates.set(`${month} ${field}`, rate);
      foldedRates.set(`${month} ${foldText(field)}`, rate);
    }
  }
  const rateOf = (field: string, month: string) =>
    rates.get(`${month} ${field}`) ?? foldedRates.get(`${month} ${foldText(field)}`) ?? null;
  return { method: depreciation, from, rateOf };
}

/** Assembles the result of booksReads by well, ordered by code. */
export function toBookedWells({
  wells,
  layers,
  interests,
  reliefs,
  later,
}: Omit<BooksRows, 'companies'>): BookedWell[] {
  const bookedWells = parseRows(wells).map(
    (row): BookedWell => ({
      ...row,
      layers: [],
      layerCount: 0,
      lastPostingId: 0,
      interests: [],
      soldOn: null,
      settledOn: null,
      finalSettlement: null,
      later: [],
    }),
  );
  const byId = new Map(bookedWells.map((row) => [row.ledgerId, row]));
  for (const { well, isSale, ...change } of interests) {
    const bookedWell = byId.get(well);
    bookedWell?.interests.push(change);
    if (bookedWell && isSale) bookedWell.soldOn = change.from;
  }
  const recognizedBy = new Map<number, number>();
  for (const { recognizedBy: posting, ...row } of parseRows(layers)) {
    const bookedWell = byId.get(row.wellId);
    if (!bookedWell) continue;
    // SQLite returns booleans as numbers.
    const isReversed = Boolean(row.isReversed);
    bookedWell.layerCount = Math.max(bookedWell.layerCount, row.layerNumber);
    bookedWell.lastPostingId = Math.max(bookedWell.lastPostingId, row.lastPostingId);
    if (isReversed) continue;
    recognizedBy.set(row.id, posting);
    bookedWell.layers.push({
      ...row,
      isReversed,
      pluggedOn: bookedWell.pluggedOn,
      estimateLeftCents: row.totalEstimateCents,
    });
  }
  for (const [well, wellReliefs] of Map.groupBy(reliefs, ({ well }) => well)) {
    const bookedWell = byId.get(well);
    if (!bookedWell) continue;
    const settlements = wellReliefs.filter(({ kind }) => kind === 'settlement');
    bookedWell.settledOn =
      settlements
        .map(({ day }) => day)
        .sort()
        .at(-1) ?? null;
    bookedWell.finalSettlement = settlements.findLast(({ isFinal }) => isFinal)?.number ?? null;
    const recognized = bookedWell.layers.map(({ id, totalEstimateCents }) => ({
      totalEstimateCents,
      recognizedBy: recognizedBy.get(id)!,
    }));
    for (const [index, cents] of estimatesLeft(recognized, wellReliefs).entries()) {
      bookedWell.layers[index]!.estimateLeftCents = cents;
    }
  }
  addLaterMovements(byId, later);
  return bookedWells;
}

/** The one well in the result of booksReads. @throws AppError not-found when it is unknown, deleted, or another company's */
export function requireBookedWell(rows: Parameters<typeof toBookedWells>[0]): BookedWell {
  const [bookedWell] = toBookedWells(rows);
  if (!bookedWell) throw new AppError('not-found', 'Well not found');
  return bookedWell;
}
