import { and, eq, exists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { parseRows, selectAsText } from '#db/json-array';
import { aroLayer, well } from '#db/schema';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { type Cents, formatCents } from '~/domain/money/money';
import type { LayerQuery, LayerSort } from '~/schemas/books/aro-layer';
import type { AroSummary, ListedLayerView } from '~/schemas/books/layer-views';
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
import { accretionColumn, isHistorical, layerColumns, toLayerView } from './layer-view.server';
import { ledgerIdOf } from './ledger-number.server';
import { formatPreviousEstimate, previousEstimate } from './previous-estimate.server';

/**
 * Query for the company's layers with their wells, to be filtered, ordered, and executed by the caller. Excludes layers of
 * deleted wells.
 * @param asOf returns balances at the end of that day
 */
export function layersQuery<Columns extends Record<string, SQL.Aliased> = Record<never, never>>(
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

/** SQL condition. Layers are found by id or well, so the unary plus keeps SQLite off the company's index, which matches all of them. */
function isOfCompany(ctx: CompanyScope): SQL {
  return sql`+${aroLayer.company} = ${ledgerIdOf(ctx)}`;
}

/**
 * Lists the company's layers in the requested order, by default well code and layer number. Returns all of them unless `limit` is
 * set.
 */
export async function listLayers(ctx: CompanyContext, query: LayerQuery): Promise<Page<ListedLayerView>> {
  return toLayerPage(ctx, await pageQuery(ctx, query), query);
}

/** Like listLayers, but without a limit; yields pages. */
export function listAllLayers(ctx: CompanyContext, query: LayerQuery): AsyncGenerator<ListedLayerView[]> {
  return allPages((pageQuery) => listLayers(ctx, { ...query, ...pageQuery }), query.cursor);
}

/** SQL condition for the layers of one of the company's wells. */
export function isLayerOfWell({ companyId }: CompanyScope, wellId: string): SQL {
  return sql`${aroLayer.well} = (select ledger_id from well where id = ${wellId} and company_id = ${companyId})`;
}

const isCurrent = sql`not ${isHistorical}`;

/**
 * Query for counts and sums over matching layers, as one row for `toLayerTotals`. Excludes historical layers, except from
 * `matching`, which counts all. Unexecuted.
 */
function layerTotalsQuery(ctx: CompanyContext, query: LayerFilter) {
  return ctx.db
    .select({
      totalWells: sql<number>`count(distinct iif(${isCurrent}, ${aroLayer.well}, null))`,
      totalLayers: sql<number>`count(*) filter (where ${isCurrent})`,
      matching: sql<number>`count(*)`,
      // Sums can exceed JavaScript's safe integer range, so they are returned as text.
      initialCents: sql<string>`cast(coalesce(sum(${aroLayer.aroValueCents}) filter (where ${isCurrent}), 0) as text)`,
      currentCents: sql<string>`cast(coalesce(sum(${aroLayer.currentAroCents}) filter (where ${isCurrent}), 0) as text)`,
    })
    .from(aroLayer)
    .where(and(sql`${aroLayer.company} = ${ledgerIdOf(ctx)}`, isShown(ctx, query), layerFilter(ctx, query)));
}

/**
 * Excludes layers of deleted wells, and of wells that the filter excludes. Everything on a deleted well is reversed, so current
 * layers need no well lookup.
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

/** Counts and exact sums over the company's current layers. Counts only wells that have a current layer. */
export async function getAroSummary(ctx: CompanyContext): Promise<AroSummary> {
  return toLayerTotals(await layerTotalsQuery(ctx, {}));
}

/** Loads the detail screen in one D1 round trip: the first page, totals of all matching layers, and the filter choices. */
export async function getDetailPage(ctx: CompanyContext, query: LayerQuery) {
  const [rows, totals, fields, layerNumbers] = await ctx.db.batch([
    pageQuery(ctx, query),
    layerTotalsQuery(ctx, query),
    fieldsWithLayersQuery(ctx),
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
    /** Number of layers that match the filters, including historical ones. */
    matchingLayers: totals[0]!.matching,
    /** Number of all layers, regardless of the filters. */
    allLayers: layerNumbers.reduce((sum, row) => sum + row.layers, 0),
    fields: fields.map((row) => row.field),
    layerNumbers: layerNumbers.map((row) => row.layerNumber),
  };
}

export type LayerFilter = Pick<LayerQuery, 'wellId' | 'search' | 'field' | 'layer' | 'status'>;

/** Fields whose wells have layers. Lists the few fields first, then checks for one layer in each. */
function fieldsWithLayersQuery(ctx: CompanyContext) {
  const candidate = ctx.db
    .selectDistinct({ field: well.field })
    .from(well)
    .where(isListed(ctx))
    .as('candidate');
  const fieldWell = alias(well, 'of_field');
  return ctx.db
    .select({ field: candidate.field })
    .from(candidate)
    .where(
      exists(
        ctx.db
          .select({ found: sql`1` })
          .from(fieldWell)
          .crossJoin(aroLayer)
          .where(
            and(
              eq(fieldWell.companyId, ctx.companyId),
              sql`${fieldWell.deletedAt} is null`,
              eq(fieldWell.field, candidate.field),
              eq(aroLayer.well, fieldWell.ledgerId),
              isOfCompany(ctx),
            ),
          ),
      ),
    )
    .orderBy(candidate.field);
}

/** Filters on the layer itself. `wellFilter` filters on its well. */
function layerFilter(ctx: CompanyScope, query: LayerFilter): SQL | undefined {
  return and(
    query.wellId ? isLayerOfWell(ctx, query.wellId) : undefined,
    query.layer ? eq(aroLayer.layerNumber, query.layer) : undefined,
    query.status === 'historical' ? isHistorical : undefined,
    query.status === 'current' ? isCurrent : undefined,
  );
}

/** Subquery for the ids of layers that match a filter; null when the filter is empty. */
export function matchingLayers(ctx: CompanyScope, query: LayerFilter): SQL | null {
  const { search, field } = query;
  const layerCondition = layerFilter(ctx, query);
  if (!search && !field && !layerCondition) return null;
  const wellCondition =
    (search || field) &&
    sql`${aroLayer.well} in (select ${well.ledgerId} from ${well} where ${wellFilter(ctx, { search, field })})`;
  return sql`(select ${aroLayer.id} from ${aroLayer}
    where ${and(sql`${aroLayer.company} = ${ledgerIdOf(ctx)}`, wellCondition || undefined, layerCondition)})`;
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
  accretion: accretionColumn,
} satisfies Record<LayerSort, unknown>;

/** Well code and layer number break ties, so every order is total. */
function layerOrder({ sort = 'wellCode' }: LayerQuery): ListOrder {
  const { key, descending } = readSort<LayerSort>(sort);
  return inOneDirection(descending, [sortColumns[key], well.wellCodeKey, aroLayer.layerNumber]);
}

/**
 * Filter and order of a list over `well cross join layer`. SQLite keeps a cross join's order: it walks the wells by index and
 * reads the layers of only the few on the page.
 * @throws AppError invalid for a malformed cursor
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
    /** Primary sort value. */
    sortValue: sql<string | number>`${order[0]!.by}`,
    /** Cursor position of a page's last row. */
    positionOf: (last: { sortValue: string | number; codeKey: string; layerNumber: number }) =>
      order.map(({ by }) => {
        if (by === well.wellCodeKey) return last.codeKey;
        return by === aroLayer.layerNumber ? last.layerNumber : last.sortValue;
      }),
  };
}

/** Query for one page of layers plus one extra row, which signals a next page. Unexecuted. */
function pageQuery(ctx: CompanyContext, query: LayerQuery) {
  const { where, orderBy, sortValue } = layerList(ctx, query);
  return selectAsText(
    ctx.db,
    ctx.db
      .select({
        ...layerColumns,
        previousEstimate: previousEstimate.as('previous_estimate'),
        settledCents: aroLayer.settledCents,
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

/** Amount that an imported balance adds to the value at recognition: the part of the change not from accretion, settlements, or sales. */
function openingChange({
  isReversed,
  aroValueCents,
  currentAroCents,
  accretionCents,
  settledCents,
}: Record<'aroValueCents' | 'currentAroCents' | 'accretionCents' | 'settledCents', Cents> & {
  isReversed: boolean | number;
}): Cents {
  return isReversed ? 0 : currentAroCents - aroValueCents - accretionCents - settledCents;
}

function toLayerPage(
  ctx: CompanyContext,
  rows: Awaited<ReturnType<typeof pageQuery>>,
  query: LayerQuery,
): Page<ListedLayerView> {
  return toPage(parseRows(rows), query.limit, {
    view: ({ sortValue, codeKey, previousEstimate: storedEstimate, settledCents, ...row }) => ({
      ...toLayerView(row),
      previousEstimate: formatPreviousEstimate(storedEstimate),
      openingChange: formatCents(openingChange({ ...row, settledCents })),
    }),
    cursor: layerList(ctx, query).positionOf,
  });
}
