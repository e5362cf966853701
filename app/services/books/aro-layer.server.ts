import { and, eq, exists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { exactRate } from '#db/exact-rate';
import { parseRows, type RowsText, selectAsText } from '#db/json-array';
import { aroLayer, well } from '#db/schema';
import type { LayerType, Measurement } from '~/domain/books/layer';
import type { RateSource } from '~/domain/books/revision';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { type Cents, formatCents } from '~/domain/money/money';
import { formatEffectiveRate, formatExactRate, formatRate, type RateBp } from '~/domain/money/rate';
import type { LayerQuery, LayerSort } from '~/schemas/books/aro-layer';
import type { AroSummary, LayerView, ListedLayerView } from '~/schemas/books/layer-views';
import type { CompanyContext, CompanyScope } from '~/services/platform/context.server';
import {
  afterCursor,
  inOneDirection,
  type ListOrder,
  orderBy,
  readSort,
} from '~/services/platform/keyset.server';
import { allPages, type Page, toPage } from '~/services/platform/page.server';
import { isListed, wellFilter } from '~/services/wells/well.server';
import { accretedThroughOn, accretionOn, carriedOn } from './carrying-amount.server';
import { ledgerIdOf } from './ledger-number.server';
import { formatPreviousEstimate, previousEstimate } from './previous-estimate.server';

/** An SQL value of a layer; the ledger keeps only how an additional layer was measured. */
export const layerTypeColumn = sql<LayerType>`iif(${aroLayer.measurement} is null, 'initial', 'additional')`;

/** Whether a layer no longer counts: its recognition is reversed, or it is settled down to zero. An SQL condition. */
export const isHistorical = sql<
  0 | 1
>`(${aroLayer.isReversed} or ${aroLayer.currentAroCents} = 0 and ${aroLayer.settledCents} <> 0)`;

/** What a layer was recognized with, in cents: its value, or the balance brought in. An SQL value. */
const recognized = sql<Cents>`coalesce((
  select m.liability from posting p cross join movement m on m.posting = p.id and m.layer = ${aroLayer.id}
  where p.id = ${aroLayer.recognizedBy} and p.kind = 'opening'), ${aroLayer.aroValueCents})`;

/**
 * What a layer has accreted, in cents, without what was reversed: what it carries less its recognition and less what was
 * settled and sold. Its caches say so without a look at each of its movements. An SQL value.
 */
const accretion = sql<Cents>`iif(${aroLayer.isReversed}, 0, ${aroLayer.currentAroCents} - ${aroLayer.settledCents} - ${recognized})`;

/**
 * The stored columns behind a LayerView; `toLayerView` turns a row of them into one. Each has a name of its own, because a
 * batch answers rows as objects by column name.
 */
export const layerColumns = {
  id: sql<string>`cast(${aroLayer.id} as text)`.as('id_of_layer'),
  wellId: sql<string>`${well.id}`.as('well_id'),
  layerNumber: aroLayer.layerNumber,
  layerType: layerTypeColumn.as('layer_type'),
  measurement: aroLayer.measurement,
  discountRateBp: exactRate('layer', 'discount').as('discount_rate'),
  inflationRateBp: exactRate('layer', 'inflation').as('inflation_rate'),
  ratesFrom: aroLayer.ratesFrom,
  reason: aroLayer.reason,
  pAndACostCents: aroLayer.pAndACostCents,
  grossCostCents: aroLayer.grossCostCents,
  totalEstimateCents: aroLayer.totalEstimateCents,
  wellLifespanYears: aroLayer.wellLifespanYears,
  retirementDate: aroLayer.retirementDate,
  calculationDate: aroLayer.calculationDate,
  aroValueCents: aroLayer.aroValueCents,
  currentAroCents: aroLayer.currentAroCents,
  accretionCents: accretion.as('accretion_cents'),
  accretedThrough: aroLayer.accretedThrough,
  isHistorical: isHistorical.as('is_historical'),
  isReversed: aroLayer.isReversed,
  createdAt: sql<string>`(select created_at from posting where id = ${aroLayer.recognizedBy})`.as(
    'layer_created_at',
  ),
  updatedAt: sql<string>`(select created_at from posting where id = ${aroLayer.lastPosting})`.as(
    'layer_updated_at',
  ),
  well: {
    id: sql<string>`${well.id}`.as('id_of_well'),
    wellCode: well.wellCode,
    wellName: well.wellName,
    wellStatus: well.wellStatus,
    field: well.field,
    activeDate: well.activeDate,
  },
};

type LayerRow = {
  id: string;
  wellId: string;
  layerNumber: number;
  layerType: LayerType;
  measurement: Measurement | null;
  discountRateBp: RateBp;
  inflationRateBp: RateBp;
  ratesFrom: RateSource | null;
  reason: string | null;
  pAndACostCents: Cents;
  grossCostCents: Cents | null;
  totalEstimateCents: Cents;
  wellLifespanYears: number;
  retirementDate: CalendarDate | null;
  calculationDate: CalendarDate;
  aroValueCents: Cents;
  currentAroCents: Cents;
  accretionCents: Cents;
  accretedThrough: CalendarDate | null;
  isHistorical: 0 | 1;
  /** Where SQLite writes the rows as JSON, a number. */
  isReversed: boolean | number;
  createdAt: string;
  updatedAt: string;
  well: LayerView['well'];
};

/** What the calls show of a stored layer: money and rates as text with two decimals. */
export function toLayerView(row: LayerRow): LayerView {
  const {
    discountRateBp,
    inflationRateBp,
    pAndACostCents,
    grossCostCents,
    totalEstimateCents,
    wellLifespanYears,
    aroValueCents,
    currentAroCents,
    accretionCents,
    isHistorical,
    isReversed,
    ...shown
  } = row;
  return {
    ...shown,
    discountRate: formatRate(discountRateBp),
    inflationRate: formatRate(inflationRateBp),
    effectiveRate: formatEffectiveRate(discountRateBp),
    effectiveInflationRate: formatEffectiveRate(inflationRateBp),
    exactRate: formatExactRate(discountRateBp),
    pAndACost: formatCents(pAndACostCents),
    grossCost: grossCostCents === null ? null : formatCents(grossCostCents),
    totalEstimate: formatCents(totalEstimateCents),
    wellLifespan: wellLifespanYears,
    aroValue: formatCents(aroValueCents),
    currentAroValue: formatCents(currentAroCents),
    accretion: formatCents(accretionCents),
    status: isHistorical ? 'historical' : 'current',
    isReversed: Boolean(isReversed),
  };
}

/**
 * The company's layers with their wells: a statement to be narrowed further, ordered and run. Layers of deleted wells are
 * left out.
 * @param asOf shows their balances at the end of that day
 */
export function layersQuery<Columns extends Record<string, SQL.Aliased<string>> = Record<never, never>>(
  ctx: CompanyContext,
  where: SQL | undefined,
  asOf?: CalendarDate,
  columns: Columns = {} as Columns,
) {
  const balance = asOf && {
    currentAroCents: carriedOn(aroLayer, asOf).as('carried'),
    accretionCents: accretionOn(aroLayer, asOf).as('accretion_then'),
    accretedThrough: accretedThroughOn(aroLayer, asOf).as('accreted'),
  };
  return ctx.db
    .select({ ...layerColumns, ...balance, ...columns })
    .from(aroLayer)
    .innerJoin(well, and(eq(well.ledgerId, aroLayer.well), isListed(ctx)))
    .where(and(isOfCompany(ctx), where));
}

/** Without an index: layers are found by id or well, and the plus keeps the company's index, which finds all of them, out. */
function isOfCompany(ctx: CompanyScope): SQL {
  return sql`+${aroLayer.company} = ${ledgerIdOf(ctx)}`;
}

/** The company's layers in the order asked for, by well code and layer number unless told otherwise. All of them, unless `limit` pages them. */
export async function listLayers(ctx: CompanyContext, query: LayerQuery): Promise<Page<ListedLayerView>> {
  return toLayerPage(ctx, await pageQuery(ctx, query), query);
}

/** As listLayers without a limit, in pages. */
export function listAllLayers(ctx: CompanyContext, query: LayerQuery): AsyncGenerator<ListedLayerView[]> {
  return allPages((part) => listLayers(ctx, { ...query, ...part }), query.cursor);
}

/** The layers of a well of the company; an SQL condition. */
export function ofWell({ companyId }: CompanyScope, wellId: string): SQL {
  return sql`${aroLayer.well} = (select ledger_id from well where id = ${wellId} and company_id = ${companyId})`;
}

const isCurrent = sql`not ${isHistorical}`;

/**
 * Counts and sums over the layers that a query finds: a statement, whose one row `toLayerTotals` reads. The sums leave out
 * historical layers; `matching` counts all.
 */
function layerTotalsQuery(ctx: CompanyContext, query: LayerFilter) {
  return ctx.db
    .select({
      totalWells: sql<number>`count(distinct iif(${isCurrent}, ${aroLayer.well}, null))`,
      totalLayers: sql<number>`count(*) filter (where ${isCurrent})`,
      matching: sql<number>`count(*)`,
      // A sum can be too large for a JavaScript number to hold exactly, so it crosses as text.
      initialCents: sql<string>`cast(coalesce(sum(${aroLayer.aroValueCents}) filter (where ${isCurrent}), 0) as text)`,
      currentCents: sql<string>`cast(coalesce(sum(${aroLayer.currentAroCents}) filter (where ${isCurrent}), 0) as text)`,
    })
    .from(aroLayer)
    .where(and(sql`${aroLayer.company} = ${ledgerIdOf(ctx)}`, isShown(ctx, query), layerFilter(ctx, query)));
}

/**
 * Leaves out layers of deleted wells, and those of wells that a filter leaves out. Everything on a deleted well is reversed,
 * so only reversed layers need a look at their well.
 */
function isShown(ctx: CompanyContext, { search, field }: Pick<LayerFilter, 'search' | 'field'>): SQL {
  const isOfListedWell = sql`${aroLayer.well} in (select ${well.ledgerId} from ${well} where ${wellFilter(ctx, { search, field })})`;
  return search || field ? isOfListedWell : sql`(${isCurrent} or ${isOfListedWell})`;
}

type TotalsRow = Awaited<ReturnType<typeof layerTotalsQuery>>[number];

function toLayerTotals(rows: TotalsRow[]): AroSummary {
  const { totalWells, totalLayers, initialCents, currentCents } = rows[0]!;
  return {
    totalWells,
    totalLayers,
    totalInitialAro: formatCents(BigInt(initialCents)),
    totalCurrentAro: formatCents(BigInt(currentCents)),
  };
}

/** Counts and exact sums over the company's current layers. Only wells that have one count. */
export async function getAroSummary(ctx: CompanyContext): Promise<AroSummary> {
  return toLayerTotals(await layerTotalsQuery(ctx, {}));
}

/** First page, totals of all that match, and the filters' choices: what the detail screen needs, in one D1 round trip. */
export async function getDetailPage(ctx: CompanyContext, query: LayerQuery) {
  const [rows, totals, fields, layerNumbers] = await ctx.db.batch([
    pageQuery(ctx, query),
    layerTotalsQuery(ctx, query),
    fieldsQuery(ctx),
    ctx.db
      .select({ layerNumber: aroLayer.layerNumber, layers: sql<number>`count(*)`.as('layers') })
      .from(aroLayer)
      .where(and(sql`${aroLayer.company} = ${ledgerIdOf(ctx)}`, isShown(ctx, {})))
      .groupBy(aroLayer.layerNumber)
      .orderBy(aroLayer.layerNumber),
  ]);
  const { items, nextCursor } = toLayerPage(ctx, rows, query);
  return {
    layers: items,
    nextCursor,
    totals: toLayerTotals(totals),
    /** How many layers the filters find, historical ones included. */
    matchingLayers: totals[0]!.matching,
    /** How many layers there are, matching or not. */
    allLayers: layerNumbers.reduce((sum, row) => sum + row.layers, 0),
    fields: fields.map((row) => row.field),
    layerNumbers: layerNumbers.map((row) => row.layerNumber),
  };
}

export type LayerFilter = Pick<LayerQuery, 'wellId' | 'search' | 'field' | 'layer' | 'status'>;

/** The fields whose wells have layers: the few fields first, then one look for a layer in each. */
function fieldsQuery(ctx: CompanyContext) {
  const candidate = ctx.db
    .selectDistinct({ field: well.field })
    .from(well)
    .where(isListed(ctx))
    .as('candidate');
  const ofField = alias(well, 'of_field');
  return ctx.db
    .select({ field: candidate.field })
    .from(candidate)
    .where(
      exists(
        ctx.db
          .select({ found: sql`1` })
          .from(ofField)
          .crossJoin(aroLayer)
          .where(
            and(
              eq(ofField.companyId, ctx.companyId),
              sql`${ofField.deletedAt} is null`,
              eq(ofField.field, candidate.field),
              eq(aroLayer.well, ofField.ledgerId),
              isOfCompany(ctx),
            ),
          ),
      ),
    )
    .orderBy(candidate.field);
}

/** What narrows by the layer itself; `wellFilter` narrows by its well. */
function layerFilter(ctx: CompanyContext, query: LayerFilter): SQL | undefined {
  return and(
    query.wellId ? ofWell(ctx, query.wellId) : undefined,
    query.layer ? eq(aroLayer.layerNumber, query.layer) : undefined,
    query.status === 'historical' ? isHistorical : undefined,
    query.status === 'current' ? isCurrent : undefined,
  );
}

/** The ids of the layers that a filter lets through, as a table for SQL; null where nothing is narrowed. */
export function matchingLayers(ctx: CompanyContext, query: LayerFilter): SQL | null {
  const { search, field } = query;
  const ofLayer = layerFilter(ctx, query);
  if (!search && !field && !ofLayer) return null;
  const ofWells =
    (search || field) &&
    sql`${aroLayer.well} in (select ${well.ledgerId} from ${well} where ${wellFilter(ctx, { search, field })})`;
  return sql`(select ${aroLayer.id} from ${aroLayer}
    where ${and(sql`${aroLayer.company} = ${ledgerIdOf(ctx)}`, ofWells || undefined, ofLayer)})`;
}

const sortColumns = {
  wellCode: well.wellCodeKey,
  wellName: sql`${well.wellName} collate nocase`,
  field: well.field,
  layerNumber: aroLayer.layerNumber,
  pAndACost: aroLayer.pAndACostCents,
  wellLifespan: aroLayer.wellLifespanYears,
  discountRate: aroLayer.discountRateBp,
  inflationRate: aroLayer.inflationRateBp,
  calculationDate: aroLayer.calculationDate,
  aroValue: aroLayer.aroValueCents,
  currentAroValue: aroLayer.currentAroCents,
  accretion,
} satisfies Record<LayerSort, unknown>;

/** Well code and layer number make any order a total one. */
function layerOrder({ sort = 'wellCode' }: LayerQuery): ListOrder {
  const { key, descending } = readSort<LayerSort>(sort);
  return inOneDirection(descending, [sortColumns[key], well.wellCodeKey, aroLayer.layerNumber]);
}

/**
 * Which rows of `well cross join layer` a list has, and in which order. SQLite keeps a cross join's order: from the wells,
 * which an index has in order, to the layers of the few on the page.
 * @throws AppError invalid for a cursor that is none
 */
export function layerList(ctx: CompanyContext, query: LayerQuery) {
  const order = layerOrder(query);
  return {
    where: and(
      wellFilter(ctx, { search: query.search, field: query.field }),
      eq(aroLayer.well, well.ledgerId),
      isOfCompany(ctx),
      layerFilter(ctx, query),
      afterCursor(order, query.cursor),
    ),
    orderBy: orderBy(order),
    /** What the list is ordered by first. */
    sortValue: sql<string | number>`${order[0]!.by}`,
    /** Where a page ends. */
    positionOf: (last: { sortValue: string | number; codeKey: string; layerNumber: number }) =>
      order.map(({ by }) => {
        if (by === well.wellCodeKey) return last.codeKey;
        return by === aroLayer.layerNumber ? last.layerNumber : last.sortValue;
      }),
  };
}

/** The rows of a page and one more, which tells that there is a next page. */
function pageQuery(ctx: CompanyContext, query: LayerQuery) {
  const { where, orderBy, sortValue } = layerList(ctx, query);
  return selectAsText(
    ctx.db,
    ctx.db
      .select({
        ...layerColumns,
        previousEstimate: previousEstimate.as('previous_estimate'),
        sortValue: sortValue.as('sort_value'),
        codeKey: well.wellCodeKey,
      })
      .from(well)
      .crossJoin(aroLayer)
      .where(where)
      .orderBy(...orderBy)
      .limit(query.limit ? query.limit + 1 : -1),
  );
}

function toLayerPage(
  ctx: CompanyContext,
  rows: RowsText<
    LayerRow & { previousEstimate: string | null; sortValue: string | number; codeKey: string }
  >[],
  query: LayerQuery,
): Page<ListedLayerView> {
  return toPage(parseRows(rows), query.limit, {
    view: ({ sortValue, codeKey, previousEstimate: stored, ...row }) => ({
      ...toLayerView(row),
      previousEstimate: formatPreviousEstimate(stored),
    }),
    cursor: layerList(ctx, query).positionOf,
  });
}
