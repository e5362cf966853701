import { and, asc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { parseRows, type RowsText, selectAsText } from '#db/json-array';
import { aroLayer, well } from '#db/schema';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { formatCents } from '~/domain/money/money';
import { formatRate } from '~/domain/money/rate';
import { AppError } from '~/errors';
import type { LayerQuery, LayerSort, WellLayersQuery } from '~/schemas/books/aro-layer';
import type { AroSummary, LayerView } from '~/schemas/platform/views';
import type { CompanyContext } from '~/services/platform/context.server';
import { readSort } from '~/services/platform/keyset.server';
import { allPages, decodeCursor, type Page, toPage } from '~/services/platform/page.server';
import { wellFilter } from '~/services/wells/well.server';
import { accretedThroughOn, carriedOn } from './carrying-amount.server';

/** The stored columns behind a LayerView; `toLayerView` turns a row of them into one. */
export const layerColumns = {
  id: aroLayer.id,
  wellId: aroLayer.wellId,
  layerNumber: aroLayer.layerNumber,
  layerType: aroLayer.layerType,
  measurement: aroLayer.measurement,
  discountRateBp: aroLayer.discountRateBp,
  inflationRateBp: aroLayer.inflationRateBp,
  pAndACostCents: aroLayer.pAndACostCents,
  totalEstimateCents: aroLayer.totalEstimateCents,
  wellLifespanYears: aroLayer.wellLifespanYears,
  calculationDate: aroLayer.calculationDate,
  aroValueCents: aroLayer.aroValueCents,
  currentAroCents: aroLayer.currentAroCents,
  accretedThrough: aroLayer.accretedThrough,
  createdAt: aroLayer.createdAt,
  updatedAt: aroLayer.updatedAt,
  well: {
    // Named apart from the layer's id: a batch answers rows as objects by column name.
    id: sql<string>`${well.id}`.as('id_of_well'),
    wellCode: well.wellCode,
    wellName: well.wellName,
    wellStatus: well.wellStatus,
    field: well.field,
    activeDate: well.activeDate,
  },
};

type LayerRow = Omit<typeof aroLayer.$inferSelect, 'companyId'> & { well: LayerView['well'] };

/** What the calls show of a stored layer: money and rates as text with two decimals. */
export function toLayerView(row: LayerRow): LayerView {
  const {
    discountRateBp,
    inflationRateBp,
    pAndACostCents,
    totalEstimateCents,
    wellLifespanYears,
    aroValueCents,
    currentAroCents,
    ...shown
  } = row;
  return {
    ...shown,
    discountRate: formatRate(discountRateBp),
    inflationRate: formatRate(inflationRateBp),
    pAndACost: formatCents(pAndACostCents),
    totalEstimate: formatCents(totalEstimateCents),
    wellLifespan: wellLifespanYears,
    aroValue: formatCents(aroValueCents),
    currentAroValue: formatCents(currentAroCents),
  };
}

/**
 * The company's layers with their wells: a statement to be narrowed further, ordered and run.
 * @param asOf leaves out accretion posted to a later day
 */
export function layersQuery(ctx: CompanyContext, where: SQL | undefined, asOf?: CalendarDate) {
  const balance = asOf && {
    currentAroCents: carriedOn(aroLayer, asOf).as('carried'),
    accretedThrough: accretedThroughOn(aroLayer, asOf).as('accreted'),
  };
  return ctx.db
    .select({ ...layerColumns, ...balance })
    .from(aroLayer)
    .innerJoin(well, and(eq(well.id, aroLayer.wellId), eq(well.companyId, ctx.companyId)))
    .where(and(eq(aroLayer.companyId, ctx.companyId), where));
}

/** The company's layers in the order asked for, by well code and layer number unless told otherwise. All of them, unless `limit` pages them. */
export async function listLayers(ctx: CompanyContext, query: LayerQuery): Promise<Page<LayerView>> {
  return toLayerPage(await pageQuery(ctx, query), query);
}

/** As listLayers without a limit, in pages. */
export function listAllLayers(ctx: CompanyContext, query: LayerQuery): AsyncGenerator<LayerView[]> {
  return allPages((part) => listLayers(ctx, { ...query, ...part }), query.cursor);
}

/**
 * A well's layers by number, with their balances as they stand or as they stood at the end of the day `asOf`.
 * @throws AppError not-found, also for a well of another company
 */
export async function listWellLayers(
  ctx: CompanyContext,
  wellId: string,
  { asOf }: WellLayersQuery = {},
): Promise<LayerView[]> {
  const [wells, rows] = await ctx.db.batch([
    ctx.db
      .select({ id: well.id })
      .from(well)
      .where(and(eq(well.id, wellId), eq(well.companyId, ctx.companyId))),
    layersQuery(ctx, eq(aroLayer.wellId, wellId), asOf).orderBy(asc(aroLayer.layerNumber)),
  ]);
  if (wells.length === 0) throw new AppError('not-found', 'Well not found');
  return rows.map(toLayerView);
}

/** Counts and sums over the layers that a query finds: a statement, whose one row `toLayerTotals` reads. */
export function layerTotalsQuery(ctx: CompanyContext, query: LayerFilter) {
  const ofWells =
    query.search || query.field
      ? inArray(
          aroLayer.wellId,
          ctx.db
            .select({ id: well.id })
            .from(well)
            .where(wellFilter(ctx, { search: query.search, field: query.field })),
        )
      : undefined;
  return ctx.db
    .select({
      totalWells: sql<number>`count(distinct ${aroLayer.wellId})`,
      totalLayers: sql<number>`count(*)`,
      // A sum can be too large for a JavaScript number to hold exactly, so it crosses as text.
      initialCents: sql<string>`cast(coalesce(sum(${aroLayer.aroValueCents}), 0) as text)`,
      currentCents: sql<string>`cast(coalesce(sum(${aroLayer.currentAroCents}), 0) as text)`,
    })
    .from(aroLayer)
    .where(and(layerFilter(ctx, query), ofWells));
}

export function toLayerTotals(
  rows: { totalWells: number; totalLayers: number; initialCents: string; currentCents: string }[],
): AroSummary {
  const { totalWells, totalLayers, initialCents, currentCents } = rows[0]!;
  return {
    totalWells,
    totalLayers,
    totalInitialAro: formatCents(BigInt(initialCents)),
    totalCurrentAro: formatCents(BigInt(currentCents)),
  };
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
      .where(eq(aroLayer.companyId, ctx.companyId))
      .groupBy(aroLayer.layerNumber)
      .orderBy(aroLayer.layerNumber),
  ]);
  const { items, nextCursor } = toLayerPage(rows, query);
  return {
    layers: items,
    nextCursor,
    totals: toLayerTotals(totals),
    /** How many layers there are, matching or not. */
    allLayers: layerNumbers.reduce((sum, row) => sum + row.layers, 0),
    fields: fields.map((row) => row.field),
    layerNumbers: layerNumbers.map((row) => row.layerNumber),
  };
}

type LayerFilter = Pick<LayerQuery, 'wellId' | 'search' | 'field' | 'layer' | 'status'>;

/** The fields whose wells have layers: the few fields first, then one look for a layer in each. */
function fieldsQuery(ctx: CompanyContext) {
  const candidate = ctx.db
    .selectDistinct({ field: well.field })
    .from(well)
    .where(eq(well.companyId, ctx.companyId))
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
              eq(ofField.field, candidate.field),
              eq(aroLayer.wellId, ofField.id),
              eq(aroLayer.companyId, ctx.companyId),
            ),
          ),
      ),
    )
    .orderBy(candidate.field);
}

/** What narrows by the layer itself; `wellFilter` narrows by its well. */
function layerFilter(ctx: CompanyContext, query: LayerFilter): SQL | undefined {
  return and(
    eq(aroLayer.companyId, ctx.companyId),
    query.wellId ? eq(aroLayer.wellId, query.wellId) : undefined,
    query.layer ? eq(aroLayer.layerNumber, query.layer) : undefined,
    query.status === 'historical' ? sql`0` : undefined,
  );
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
  accretion: sql`(${aroLayer.currentAroCents} - ${aroLayer.aroValueCents})`,
} satisfies Record<LayerSort, unknown>;

/** The rows of a page and one more, which tells that there is a next page. */
function pageQuery(ctx: CompanyContext, query: LayerQuery) {
  const { key, descending } = readSort(query.sort ?? 'wellCode');
  const direction = descending ? sql`desc` : sql`asc`;
  return selectAsText(
    ctx.db,
    ctx.db
      .select({
        ...layerColumns,
        sortValue: sql<string | number>`${sortColumns[key]}`.as('sort_value'),
        codeKey: well.wellCodeKey,
      })
      .from(well)
      // SQLite keeps a cross join's order: from the wells, which an index has in order, to the layers of the few on the page.
      .crossJoin(aroLayer)
      .where(
        and(
          wellFilter(ctx, { search: query.search, field: query.field }),
          eq(aroLayer.wellId, well.id),
          layerFilter(ctx, query),
          afterCursor(query),
        ),
      )
      .orderBy(
        ...[sortColumns[key], well.wellCodeKey, aroLayer.layerNumber].map((by) => sql`${by} ${direction}`),
      )
      .limit(query.limit ? query.limit + 1 : -1),
  );
}

/** Well code and layer number make any order a total one; a cursor's key holds both. */
function afterCursor(query: LayerQuery): SQL | undefined {
  if (!query.cursor) return undefined;
  const { key, descending } = readSort(query.sort ?? 'wellCode');
  const [value, position] = decodeCursor(query.cursor);
  const [, layerNumber, codeKey] = /^(\d{1,9}) (.*)$/s.exec(position) ?? [];
  if (layerNumber === undefined) throw new AppError('invalid', 'The cursor is not valid');
  const comparison = descending ? sql`<` : sql`>`;
  return sql`(${sortColumns[key]}, ${well.wellCodeKey}, ${aroLayer.layerNumber}) ${comparison} (${value}, ${codeKey}, ${Number(layerNumber)})`;
}

function toLayerPage(
  rows: RowsText<LayerRow & { sortValue: string | number; codeKey: string }>[],
  query: LayerQuery,
): Page<LayerView> {
  return toPage(parseRows(rows), query.limit, {
    view: ({ sortValue, codeKey, ...row }) => toLayerView(row),
    cursor: (last) => [last.sortValue, `${last.layerNumber} ${last.codeKey}`],
  });
}
