import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { jsonObject, parseRows, readAsJson, selectAsText } from '#db/json-array';
import { company, well } from '#db/schema';
import { foldText } from '~/domain/wells/fold-text';
import { AppError } from '~/errors';
import type { FieldQuery, WellQuery } from '~/schemas/wells/well';
import type { WellSummary, WellView } from '~/schemas/wells/well-views';
import type { CompanyContext, CompanyScope } from '~/services/platform/context.server';
import { afterCursor, encodeCursor, orderBy } from '~/services/platform/keyset.server';
import type { Page } from '~/services/platform/page.server';
import type { RowsOf } from '~/services/platform/reads.server';
import {
  isKnownSort,
  requireKnownSort,
  sortValue,
  toWellPage,
  type WellListRows,
  wellOrder,
} from './well-order.server';
import { interestsColumn, readInterests, storedInterests } from './working-interest.server';

/** Well columns that the API returns: not the search and comparison keys. */
export const summaryColumns = {
  id: well.id,
  companyId: well.companyId,
  wellCode: well.wellCode,
  wellName: well.wellName,
  wellStatus: well.wellStatus,
  field: well.field,
  activeDate: well.activeDate,
  pluggedOn: well.pluggedOn,
  retirementDate: well.retirementDate,
  version: well.version,
  createdAt: well.createdAt,
  updatedAt: well.updatedAt,
};
const viewColumns = {
  ...summaryColumns,
  workingInterests: interestsColumn.as('working_interests'),
  customFields: well.customFields,
};

/**
 * The company's wells in the requested order, without custom fields. Returns all of them unless `limit` is given.
 * @param rows result of wellListReads
 * @throws AppError invalid for an unknown custom field or a bad cursor
 */
export async function listWells(
  ctx: CompanyContext,
  query: WellQuery,
  rows: WellListRows,
): Promise<Page<WellSummary>> {
  requireKnownSort(query, rows);
  return toWellPage(await pageQuery(ctx, query, summaryColumns), query);
}

/** Like listWells without a limit, but as JSON in parts that fit in memory: each part's wells, separated by commas. */
export async function* listAllWellsAsJson(
  ctx: CompanyContext,
  query: WellQuery,
  rows: WellListRows,
): AsyncGenerator<string> {
  requireKnownSort(query, rows);
  const order = wellOrder(query);
  const sortKeys = sql.join(
    order.map(({ by }) => sql`${by}`),
    sql`, `,
  );
  yield* readAsJson(ctx.db, (last) => {
    const cursor = last === null ? query.cursor : encodeCursor(JSON.parse(last));
    return sql`
      select ${jsonObject(summaryColumns)} as item, json_array(${sortKeys}) as place from ${well}
      where ${and(wellFilter(ctx, query), afterCursor(order, cursor))} order by ${sql.join(orderBy(order), sql`, `)}`;
  });
}

/** Names of the fields of the company's wells, sorted. Returns an unexecuted query. */
export function fieldsQuery(scope: CompanyScope) {
  return scope.db.selectDistinct({ field: well.field }).from(well).where(isListed(scope)).orderBy(well.field);
}

/**
 * Names of the fields of the company's wells, sorted.
 * @param query its search is a plain, case-insensitive substring of the name
 */
export async function listFields(ctx: CompanyContext, { search, limit }: FieldQuery): Promise<string[]> {
  const rows = await fieldsQuery(ctx);
  const searchText = foldText(search ?? '');
  return rows
    .map(({ field }) => field)
    .filter((field) => foldText(field).includes(searchText))
    .slice(0, limit);
}

/** Like listWells, but with custom fields. */
export async function listWellsWithCustomFields(
  ctx: CompanyContext,
  query: WellQuery,
  rows: WellListRows,
): Promise<Page<WellView>> {
  requireKnownSort(query, rows);
  return toWellPage(await pageQuery(ctx, query, viewColumns), query);
}

/** Wells read together with the order of all wells. Custom fields take up to 50,000 characters per well, so at most 10 MB. */
const FIRST_WELLS = 200;
/** Maximum wells per further statement, and fewer if their custom fields are long: a Worker has 128 MB of memory. */
const WELLS_AT_A_TIME = 5_000;
const CUSTOM_FIELD_CHARACTERS_AT_A_TIME = 5_000_000;

/**
 * Like listWellsWithCustomFields without a limit, in batches: a large company's wells wouldn't fit in memory. All of their
 * ids, in order, are read together with the first batch; with cursors, each page would sort all remaining wells again.
 * @throws AppError as listWells
 */
export async function* listAllWellsWithCustomFields(
  ctx: CompanyContext,
  query: WellQuery,
  rows: WellListRows,
): AsyncGenerator<WellView[]> {
  requireKnownSort(query, rows);
  const order = wellOrder(query);
  const length = sql<number>`length(${well.customFields})`.as('length');
  const where = and(wellFilter(ctx, query), afterCursor(order, query.cursor));
  const lengthsQuery = ctx.db.select({ ledgerId: well.ledgerId, length }).from(well).where(where);
  const firstWellsQuery = ctx.db.select(viewColumns).from(well).where(where);
  const [wells, firstWells] = await ctx.db.batch([
    selectAsText(ctx.db, lengthsQuery.orderBy(...orderBy(order))),
    firstWellsQuery.orderBy(...orderBy(order)).limit(FIRST_WELLS),
  ]);
  yield firstWells;
  for (const ids of splitBySize(parseRows(wells).slice(FIRST_WELLS))) {
    yield await ctx.db
      .select(viewColumns)
      .from(sql`json_each(${JSON.stringify(ids)}) as part`)
      .crossJoin(well)
      .where(and(sql`${well.ledgerId} = part.value`, isListed(ctx)))
      .orderBy(sql`part.key`);
  }
}

function* splitBySize(wells: { ledgerId: number; length: number }[]): Generator<number[]> {
  let ids: number[] = [];
  let characters = 0;
  for (const { ledgerId, length } of wells) {
    ids.push(ledgerId);
    characters += length;
    if (ids.length < WELLS_AT_A_TIME && characters < CUSTOM_FIELD_CHARACTERS_AT_A_TIME) continue;
    yield ids;
    [ids, characters] = [[], 0];
  }
  if (ids.length > 0) yield ids;
}

/** Custom fields take 50,000 characters of up to three bytes per well: 1.5 of the 2 MB that a D1 value can have. */
const WELLS_PER_TEXT = 10;

/** First page, counts and filter options of the wells list screen. Returns unexecuted statements. */
export function wellsPageReads(scope: CompanyScope, query: WellQuery) {
  const { db, companyId } = scope;
  return {
    wells: selectAsText(
      db,
      pageQuery(scope, query, {
        ...viewColumns,
        workingInterests: storedInterests.as('working_interests'),
      }),
      WELLS_PER_TEXT,
    ),
    counts: db
      .select({
        total: sql<number>`count(*)`,
        matching: sql<number>`count(*) filter (where ${wellFilter(scope, query)})`,
        fields: sql`json_group_array(distinct ${well.field} order by ${well.field})`.mapWith(
          (names: string) => JSON.parse(names) as string[],
        ),
      })
      .from(well)
      .where(isListed(scope)),
    company: db
      .select({ templates: company.customFieldTemplates })
      .from(company)
      .where(eq(company.id, companyId)),
  };
}

/**
 * Converts the rows of wellsPageReads for the screen. The URL may still name a deleted custom field. No well has a value of
 * it, so the list is then sorted by code; see `isKnownSort`.
 */
export function toWellsPage(query: WellQuery, rows: RowsOf<ReturnType<typeof wellsPageReads>>) {
  const customFieldTemplates = rows.company[0]?.templates ?? [];
  // The next page must continue in this page's order.
  const listed = isKnownSort(query, customFieldTemplates) ? query : { ...query, sort: undefined };
  const { items, nextCursor } = toWellPage(parseRows(rows.wells), listed);
  const [counts] = rows.counts;
  return {
    wells: items.map((item) => ({ ...item, workingInterests: readInterests(item.workingInterests) })),
    nextCursor,
    total: counts?.total ?? 0,
    matching: counts?.matching ?? 0,
    fields: counts?.fields ?? [],
    customFieldTemplates,
  };
}

/** @throws AppError not-found, also for a well of another company */
export async function getWell(ctx: CompanyContext, wellId: string): Promise<WellView> {
  return requireWell(await wellQuery(ctx, wellId));
}

/** One well of the company. Returns an unexecuted query. */
export function wellQuery(ctx: CompanyContext, wellId: string) {
  return ctx.db
    .select(viewColumns)
    .from(well)
    .where(and(eq(well.id, wellId), isListed(ctx)));
}

/** Returns the well that wellQuery read. @throws AppError not-found */
export function requireWell([row]: WellView[]): WellView {
  if (!row) throw new AppError('not-found', 'Well not found');
  return row;
}

/** SQL condition: the company's wells that aren't deleted. Every query of wells needs it. */
export function isListed({ companyId }: Pick<CompanyScope, 'companyId'>): SQL | undefined {
  return and(eq(well.companyId, companyId), isNull(well.deletedAt));
}

/** SQL condition: the filter of a list of the company's wells. Search is a plain, case-insensitive substring of code or name. */
export function wellFilter(
  ctx: Pick<CompanyScope, 'companyId'>,
  query: Pick<WellQuery, 'search' | 'status' | 'field'>,
): SQL | undefined {
  return and(
    isListed(ctx),
    query.search ? sql`instr(${well.searchKey}, ${foldText(query.search)}) > 0` : undefined,
    query.status ? eq(well.wellStatus, query.status) : undefined,
    query.field ? eq(well.field, query.field) : undefined,
  );
}

function pageQuery<Columns extends typeof summaryColumns>(
  ctx: CompanyScope,
  query: WellQuery,
  columns: Columns,
) {
  const order = wellOrder(query);
  return ctx.db
    .select({ ...columns, sortValue: sortValue(query) })
    .from(well)
    .where(and(wellFilter(ctx, query), afterCursor(order, query.cursor)))
    .orderBy(...orderBy(order))
    .limit(query.limit ? query.limit + 1 : -1);
}
