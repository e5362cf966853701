import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { parseRows, selectAsText } from '#db/json-array';
import { aroLayer, company, movement, posting, well } from '#db/schema';
import type { LayerState, Movement } from '~/domain/books/act';
import type { Measurement } from '~/domain/books/layer';
import { kindOfCode } from '~/domain/books/movement-kinds';
import type { BookedPosting } from '~/domain/books/well-books';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import type { RowsOf } from '~/services/platform/ahead.server';
import type { CompanyScope } from '~/services/platform/context.server';
import type { WellStatus } from '~/schemas/wells/well';
import { ledgerIdOf } from './post.server';
import { isUnreversed } from './unreversed.server';

export type BookedLayer = LayerState & {
  layerNumber: number;
  measurement: Measurement | null;
  totalEstimateCents: Cents;
  pAndACostCents: Cents;
};

/** A well as an act finds it: its layers, and what is booked after the act's day. */
export type BookedWell = {
  id: string;
  ledgerId: number;
  wellCode: string;
  wellCodeKey: string;
  wellName: string;
  wellStatus: WellStatus;
  field: string;
  activeDate: CalendarDate;
  pluggedOn: CalendarDate | null;
  /** Those that count, by number; layers whose recognition is reversed are left out. */
  layers: BookedLayer[];
  /** How many numbers are taken, those of reversed layers included. */
  layerCount: number;
  /** The newest posting on any of its layers; 0 without one. */
  lastPostingId: number;
  later: BookedPosting[];
};

/** A well that is plugged accretes through that day; one plugged on a day nobody knows, not at all. */
export const pluggedDay = sql<CalendarDate | null>`iif(${well.wellStatus} = 'Plugged', coalesce(${well.pluggedOn}, '0001-01-01'), null)`;

/**
 * What an act begins with: how the company accretes and through when its books are closed, the wells that a condition
 * finds, their layers, and what is booked on them after a day. Statements not yet run.
 * @param day null where nothing after it matters
 */
export function booksReads(scope: CompanyScope, where: SQL | undefined, day: CalendarDate | SQL | null) {
  const { db, companyId } = scope;
  const isWell = and(eq(well.companyId, companyId), isNull(well.deletedAt), where);
  const ids = sql`(select ${well.ledgerId} from ${well} where ${isWell})`;
  return {
    companies: companyBooksQuery(scope),
    wells: selectAsText(
      db,
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
          pluggedOn: pluggedDay.as('plugged_day'),
        })
        .from(well)
        .where(isWell)
        .orderBy(well.wellCodeKey),
    ),
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
          discountRateBp: aroLayer.discountRateBp,
          pAndACostCents: aroLayer.pAndACostCents,
          totalEstimateCents: aroLayer.totalEstimateCents,
          currentAroCents: aroLayer.currentAroCents,
          arcCostCents: aroLayer.arcCostCents,
          arcAccumulatedCents: aroLayer.arcAccumulatedCents,
          accretedThrough: aroLayer.accretedThrough,
          isReversed: aroLayer.isReversed,
          lastPostingId: sql<number>`${aroLayer.lastPosting}`.as('last_posting_id'),
        })
        .from(aroLayer)
        .where(and(sql`${aroLayer.well} in ${ids}`, sql`+${aroLayer.company} = ${ledgerIdOf(scope)}`))
        .orderBy(aroLayer.well, aroLayer.layerNumber),
    ),
    later: laterQuery(scope, ids, day),
  };
}

export type BooksRows = RowsOf<ReturnType<typeof booksReads>>;

/** How the company accretes, and through when its books are closed; a statement not yet run. */
export function companyBooksQuery({ db, companyId }: CompanyScope) {
  return db
    .select({
      method: company.accretionMethod,
      closedThrough: company.closedThrough,
      version: company.version,
    })
    .from(company)
    .where(eq(company.id, companyId));
}

type LaterRow = {
  posting: number;
  kind: BookedPosting['kind'];
  day: CalendarDate;
  isCompanyWide: 0 | 1;
  periodType: BookedPosting['periodType'];
  well: number;
  layer: number;
  movementKind: number;
  liability: Cents;
  arcCost: Cents;
  arcAccumulated: Cents;
  cash: Cents;
  base: Cents | null;
  timeNumerator: number | null;
  timeDenominator: number | null;
  since: CalendarDate | null;
};

/**
 * What is booked on wells after a day and not reversed. From the postings to the wells' own movements: a company-wide
 * posting has thousands of others.
 */
function laterQuery(scope: CompanyScope, wells: SQL, day: CalendarDate | SQL | null) {
  if (day === null) return scope.db.all<LaterRow>(sql`select 1 where 0`);
  return movementsQuery(scope, wells, sql`p.day > ${day} and p.kind <> 'reversal'`);
}

/** Unreversed movements of wells in postings that a condition on `p` finds, oldest posting first. */
export function movementsQuery(scope: CompanyScope, wells: SQL, where: SQL) {
  return scope.db.all<LaterRow>(sql`
    select p.id as posting, p.kind, p.day, p.is_company_wide as "isCompanyWide", p.period_type as "periodType",
      l.well, m.layer, m.kind as "movementKind", m.liability, m.arc_cost as "arcCost", m.arc_accumulated as "arcAccumulated",
      m.cash, m.base, m.time_numerator as "timeNumerator", m.time_denominator as "timeDenominator", m.since
    from ${posting} p cross join ${aroLayer} l on l.well in ${wells} and (p.well = 0 or p.well = l.well)
    cross join ${movement} m on m.posting = p.id and m.layer = l.id
    where p.company = ${ledgerIdOf(scope)} and ${where} and ${isUnreversed}
    order by p.id, m.layer`);
}

export function toMovement(row: LaterRow): Movement {
  return {
    layerId: row.layer,
    kind: kindOfCode(row.movementKind),
    liabilityCents: row.liability,
    arcCostCents: row.arcCost,
    arcAccumulatedCents: row.arcAccumulated,
    cashCents: row.cash,
    accretion:
      row.base === null
        ? null
        : {
            baseCents: row.base,
            time: { numerator: row.timeNumerator!, denominator: row.timeDenominator! },
            since: row.since,
          },
  };
}

/** Puts together what booksReads found, well by well, in the order of their codes. */
export function toBookedWells({ wells, layers, later }: BooksRows): BookedWell[] {
  const found: BookedWell[] = parseRows(wells).map((row) => ({
    ...row,
    layers: [],
    layerCount: 0,
    lastPostingId: 0,
    later: [],
  }));
  const byId = new Map(found.map((row) => [row.ledgerId, row]));
  for (const row of parseRows(layers)) {
    const of = byId.get(row.wellId);
    if (!of) continue;
    // SQLite writes booleans as numbers.
    const isReversed = Boolean(row.isReversed);
    of.layerCount = Math.max(of.layerCount, row.layerNumber);
    of.lastPostingId = Math.max(of.lastPostingId, row.lastPostingId);
    if (!isReversed) of.layers.push({ ...row, isReversed, pluggedOn: of.pluggedOn });
  }
  for (const row of later) {
    const of = byId.get(row.well);
    if (of) addMovement(of.later, row);
  }
  return found;
}

/** Rows come posting by posting. */
export function addMovement(postings: BookedPosting[], row: LaterRow): void {
  let last = postings.at(-1);
  if (last?.id !== row.posting) {
    last = {
      id: row.posting,
      kind: row.kind,
      day: row.day,
      isCompanyWide: Boolean(row.isCompanyWide),
      periodType: row.periodType,
      movements: [],
    };
    postings.push(last);
  }
  last.movements.push(toMovement(row));
}
