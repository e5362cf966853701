import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { aroLayer, company, well } from '#db/schema';
import { codeOfKind } from '~/domain/books/movement-kinds';
import { foldText } from '~/domain/wells/fold-text';
import type {
  AdminAccretionView,
  AdminLayerView,
  AdminList,
  SystemDataSort,
  SystemDataTable,
  SystemDataViews,
} from '~/schemas/people/admin';
import { accretionColumns, toAccretionView } from '~/services/books/accretion.server';
import { layerColumns, toLayerView } from '~/services/books/layer-view.server';
import { isUnreversed, m, p, unreversedCount } from '~/services/books/unreversed.server';
import { type CompanySearchRows, companySearch } from '~/services/people/company.server';
import type { UserContext } from '~/services/platform/context.server';
import { allPages, type Page, toPage } from '~/services/platform/page.server';
import { summaryColumns } from '~/services/wells/well.server';
import { systemOrder } from './system-data-order.server';

/** Rows of a table's first page on the screen. */
const FIRST_PAGE = 100;

type Query<Table extends SystemDataTable> = {
  table: Table;
  search?: string;
  sort?: SystemDataSort<Table>;
  limit?: number;
  cursor?: string;
};

/**
 * A page of one table across all companies, with the total row count; for system administrators. Sorted as requested,
 * otherwise by company code, well code, layer number and period end. Search is a plain substring of the well's code or
 * name, or of the company's.
 * @param rows result of companySearchReads
 * @throws AppError invalid for an invalid cursor
 */
export async function getSystemDataPage<Table extends SystemDataTable>(
  ctx: UserContext,
  { table, search, sort, limit = FIRST_PAGE, cursor }: Query<Table>,
  rows: CompanySearchRows,
): Promise<AdminList<SystemDataViews[Table]>> {
  const condition = search ? searchFilter(search, rows) : undefined;
  return READERS[table](ctx, { sort, limit, cursor, condition, isCounted: true });
}

/** Like getSystemDataPage, but returns all rows, in pages. */
export async function* listAllSystemData<Table extends SystemDataTable>(
  ctx: UserContext,
  { table, search, sort, cursor }: Query<Table>,
  rows: CompanySearchRows,
): AsyncGenerator<SystemDataViews[Table][]> {
  const condition = search ? searchFilter(search, rows) : undefined;
  yield* allPages(
    (pageQuery) => READERS[table](ctx, { ...pageQuery, sort, condition, isCounted: false }),
    cursor,
  );
}

const NO_SEARCH: CompanySearchRows = { names: [] };

/** The first page of each table, each with its own sort order, for the admin screen. */
export async function getSystemData(
  ctx: UserContext,
  query: { limit?: number; sorts?: { [Table in SystemDataTable]?: SystemDataSort<Table> } } = {},
) {
  const { limit, sorts = {} } = query;
  const [wells, layers, records] = await Promise.all([
    getSystemDataPage(ctx, { limit, sort: sorts.wells, table: 'wells' }, NO_SEARCH),
    getSystemDataPage(ctx, { limit, sort: sorts['aro-layers'], table: 'aro-layers' }, NO_SEARCH),
    getSystemDataPage(
      ctx,
      { limit, sort: sorts['accretion-records'], table: 'accretion-records' },
      NO_SEARCH,
    ),
  ]);
  return { wells, layers, records };
}

type PageQuery<Table extends SystemDataTable = SystemDataTable> = {
  sort: SystemDataSort<Table> | undefined;
  limit: number;
  cursor: string | undefined;
  condition: SQL | undefined;
  isCounted: boolean;
};

const READERS: {
  [Table in SystemDataTable]: (
    ctx: UserContext,
    pageQuery: PageQuery<Table>,
  ) => Promise<AdminList<SystemDataViews[Table]>>;
} = { wells: readWells, 'aro-layers': readLayers, 'accretion-records': readRecords };

/** A row's company and position. Uses distinct aliases, because a batch returns rows as objects by column name. */
const positionColumns = {
  company: {
    id: sql<string>`${company.id}`.as('id_of_company'),
    name: company.name,
    code: company.code,
  },
  companyKey: company.codeKey,
  wellKey: well.wellCodeKey,
};

const wellJoin = and(eq(well.companyId, company.id), isNull(well.deletedAt), isNull(company.deletedAt));
const layerJoin = and(wellJoin, eq(aroLayer.well, well.ledgerId));
const recordJoin = and(
  layerJoin,
  sql`${p.company} = ${aroLayer.company} and ${p.kind} = 'accretion' and ${p.well} in (0, ${aroLayer.well})`,
  eq(m.posting, p.id),
  eq(m.layer, aroLayer.id),
  eq(m.kind, codeOfKind('accreted')),
  isUnreversed,
);

async function readWells(ctx: UserContext, pageQuery: PageQuery<'wells'>) {
  const { limit, condition } = pageQuery;
  const { sortValue, orderBy, after, positionOf } = systemOrder('wells', pageQuery);
  const [rows, totals] = await ctx.db.batch([
    ctx.db
      .select({ ...summaryColumns, ...positionColumns, sortValue })
      .from(company)
      .crossJoin(well)
      .where(and(wellJoin, condition, after))
      .orderBy(...orderBy)
      .limit(limit + 1),
    countQuery(ctx, pageQuery, sql`${company} cross join ${well} where ${wellJoin}`),
  ]);
  return withTotal(
    totals,
    toPage(rows, limit, {
      view: ({ companyKey, wellKey, sortValue, ...row }) => ({ ...row, companyName: row.company.name }),
      cursor: positionOf,
    }),
  );
}

async function readLayers(ctx: UserContext, pageQuery: PageQuery<'aro-layers'>) {
  const { limit, condition } = pageQuery;
  const { sortValue, orderBy, after, positionOf } = systemOrder('aro-layers', pageQuery);
  const [rows, totals] = await ctx.db.batch([
    ctx.db
      .select({ ...layerColumns, ...positionColumns, sortValue })
      .from(company)
      .crossJoin(well)
      .crossJoin(aroLayer)
      .where(and(layerJoin, condition, after))
      .orderBy(...orderBy)
      .limit(limit + 1),
    countQuery(ctx, pageQuery, sql`${company} cross join ${well} cross join ${aroLayer} where ${layerJoin}`),
  ]);
  return withTotal(
    totals,
    toPage(rows, limit, {
      view: ({ companyKey, wellKey, sortValue, company, ...row }): AdminLayerView => ({
        ...toLayerView(row),
        wellCode: row.well.wellCode,
        companyName: company.name,
        company,
      }),
      cursor: positionOf,
    }),
  );
}

async function readRecords(ctx: UserContext, pageQuery: PageQuery<'accretion-records'>) {
  const { limit, condition } = pageQuery;
  const { sortValue, orderBy, after, positionOf } = systemOrder('accretion-records', pageQuery);
  const [rows, totals] = await ctx.db.batch([
    ctx.db
      .select({ ...accretionColumns, ...positionColumns, sortValue })
      .from(company)
      .crossJoin(well)
      .crossJoin(aroLayer)
      .crossJoin(p)
      .crossJoin(m)
      .where(and(recordJoin, condition, after))
      .orderBy(...orderBy)
      .limit(limit + 1),
    countQuery(
      ctx,
      pageQuery,
      // Without a search, the total comes from the postings' counts: a deleted well's records are reversed, so they don't count.
      condition
        ? sql`${company} cross join ${well} cross join ${aroLayer} cross join posting p cross join movement m where ${recordJoin}`
        : undefined,
      sql`select coalesce(sum(${unreversedCount(sql`one`)}), 0) as total from posting one where kind = 'accretion'`,
    ),
  ]);
  return withTotal(
    totals,
    toPage(rows, limit, {
      view: ({ companyKey, wellKey, sortValue, company, ...row }): AdminAccretionView => ({
        ...toAccretionView(row),
        wellCode: row.wellCode,
        layerNumber: row.layerNumber,
        companyName: company.name,
        company,
      }),
      cursor: positionOf,
    }),
  );
}

function searchFilter(search: string, { names }: CompanySearchRows): SQL {
  const companyCondition = companySearch(search, names);
  return sql`(instr(${well.searchKey}, ${foldText(search)}) > 0 or ${companyCondition})`;
}

/** Total rows of a table that match the search, across pages; 0 if no count is needed. */
function countQuery(
  ctx: UserContext,
  { condition, isCounted }: Pick<PageQuery, 'condition' | 'isCounted'>,
  joinedTables: SQL | undefined,
  fallbackQuery: SQL = sql`select 0 as total`,
) {
  const countSelect = joinedTables
    ? sql`select count(*) as total from ${joinedTables} ${condition ? sql`and ${condition}` : sql``}`
    : fallbackQuery;
  return ctx.db.all<{ total: number }>(isCounted ? countSelect : sql`select 0 as total`);
}

function withTotal<View>(totals: { total: number }[], page: Page<View>): AdminList<View> {
  return { ...page, total: totals[0]!.total };
}
