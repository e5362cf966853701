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
 * The company's layers with their wells: a statement to be narrowed further, ordered and run. Layers of deleted wells are
 * left out.
 * @param asOf shows their balances at the end of that day
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
function fieldsWithLayersQuery(ctx: CompanyContext) {
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
function layerFilter(ctx: CompanyScope, query: LayerFilter): SQL | undefined {
  return and(
    query.wellId ? ofWell(ctx, query.wellId) : undefined,
    query.layer ? eq(aroLayer.layerNumber, query.layer) : undefined,
    query.status === 'historical' ? isHistorical : undefined,
    query.status === 'current' ? isCurrent : undefined,
  );
}

/** The ids of the layers that a filter lets through, as a table for SQL; null where nothing is narrowed. */
export function matchingLayers(ctx: CompanyScope, query: LayerFilter): SQL | null {
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
  accretion: accretionColumn,
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

/** What a balance brought in adds to the value at recognition: the part of the change that came neither from accretion nor from settlements and sales. */
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
    view: ({ sortValue, codeKey, previousEstimate: stored, settledCents, ...row }) => ({
      ...toLayerView(row),
      previousEstimate: formatPreviousEstimate(stored),
      openingChange: formatCents(openingChange({ ...row, settledCents })),
    }),
    cursor: layerList(ctx, query).positionOf,
  });
}
