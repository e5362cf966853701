import { and, eq, type SQL, sql } from 'drizzle-orm';
import { accretionRecord, aroLayer, company, well } from '#db/schema';
import type {
  AdminAccretionView,
  AdminLayerView,
  AdminList,
  SystemDataSort,
  SystemDataTable,
  SystemDataViews,
} from '~/schemas/people/admin';
import { accretionColumns, toAccretionView } from '~/services/books/accretion.server';
import { layerColumns, toLayerView } from '~/services/books/aro-layer.server';
import { type CompanySearchRows, companySearch } from '~/services/people/company.server';
import type { UserContext } from '~/services/platform/context.server';
import { foldText } from '~/services/platform/fold-text.server';
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
 * A page of one table across all companies, in the order asked for, else by company code, well code, layer number and period
 * end, and how many rows there are in all; for system administrators. Search is a plain substring of well code or name, or
 * of the company's.
 * @param rows what companySearchReads read
 * @throws AppError invalid for a cursor that is none
 */
export async function getSystemDataPage<Table extends SystemDataTable>(
  ctx: UserContext,
  { table, search, sort, limit = FIRST_PAGE, cursor }: Query<Table>,
  rows: CompanySearchRows,
): Promise<AdminList<SystemDataViews[Table]>> {
  const found = search ? searchFilter(search, rows) : undefined;
  return READERS[table](ctx, { sort, limit, cursor, found, isCounted: true });
}

/** As getSystemDataPage, all of it, in pages. */
export async function* listAllSystemData<Table extends SystemDataTable>(
  ctx: UserContext,
  { table, search, sort, cursor }: Query<Table>,
  rows: CompanySearchRows,
): AsyncGenerator<SystemDataViews[Table][]> {
  const found = search ? searchFilter(search, rows) : undefined;
  yield* allPages((part) => READERS[table](ctx, { ...part, sort, found, isCounted: false }), cursor);
}

const NO_SEARCH: CompanySearchRows = { names: [] };

/** The first page of each table, each in an order of its own: what the screen needs. */
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

type Part<Table extends SystemDataTable = SystemDataTable> = {
  sort: SystemDataSort<Table> | undefined;
  limit: number;
  cursor: string | undefined;
  found: SQL | undefined;
  isCounted: boolean;
};

const READERS: {
  [Table in SystemDataTable]: (
    ctx: UserContext,
    part: Part<Table>,
  ) => Promise<AdminList<SystemDataViews[Table]>>;
} = { wells: readWells, 'aro-layers': readLayers, 'accretion-records': readRecords };

/** The company of a row, and its place. Named apart: a batch answers rows as objects by column name. */
const placeColumns = {
  company: {
    id: sql<string>`${company.id}`.as('id_of_company'),
    name: company.name,
    code: company.code,
  },
  companyKey: company.codeKey,
  wellKey: well.wellCodeKey,
};

async function readWells(ctx: UserContext, part: Part<'wells'>) {
  const { limit, found } = part;
  const { sortValue, orderBy, after } = systemOrder('wells', part);
  const [rows, totals] = await ctx.db.batch([
    ctx.db
      .select({ ...summaryColumns, ...placeColumns, sortValue })
      .from(company)
      .crossJoin(well)
      .where(and(eq(well.companyId, company.id), found, after))
      .orderBy(...orderBy)
      .limit(limit + 1),
    countQuery(ctx, part, well, sql`${company} cross join ${well} where ${well.companyId} = ${company.id}`),
  ]);
  return withTotal(
    totals,
    toPage(rows, limit, {
      view: ({ companyKey, wellKey, sortValue, ...row }) => ({ ...row, companyName: row.company.name }),
      cursor: (last) => [last.sortValue, JSON.stringify([last.companyKey, last.wellKey])],
    }),
  );
}

async function readLayers(ctx: UserContext, part: Part<'aro-layers'>) {
  const { limit, found } = part;
  const { sortValue, orderBy, after } = systemOrder('aro-layers', part);
  const [rows, totals] = await ctx.db.batch([
    ctx.db
      .select({ ...layerColumns, ...placeColumns, sortValue })
      .from(company)
      .crossJoin(well)
      .crossJoin(aroLayer)
      .where(and(eq(well.companyId, company.id), eq(aroLayer.wellId, well.id), found, after))
      .orderBy(...orderBy)
      .limit(limit + 1),
    countQuery(
      ctx,
      part,
      aroLayer,
      sql`${company} cross join ${well} cross join ${aroLayer}
        where ${well.companyId} = ${company.id} and ${aroLayer.wellId} = ${well.id}`,
    ),
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
      cursor: (last) => [last.sortValue, JSON.stringify([last.companyKey, last.wellKey, last.layerNumber])],
    }),
  );
}

async function readRecords(ctx: UserContext, part: Part<'accretion-records'>) {
  const { limit, found } = part;
  const { sortValue, orderBy, after } = systemOrder('accretion-records', part);
  const [rows, totals] = await ctx.db.batch([
    ctx.db
      .select({ ...accretionColumns, ...placeColumns, sortValue })
      .from(company)
      .crossJoin(well)
      .crossJoin(aroLayer)
      .crossJoin(accretionRecord)
      .where(
        and(
          eq(well.companyId, company.id),
          eq(aroLayer.wellId, well.id),
          eq(accretionRecord.aroLayerId, aroLayer.id),
          found,
          after,
        ),
      )
      .orderBy(...orderBy)
      .limit(limit + 1),
    countQuery(
      ctx,
      part,
      accretionRecord,
      sql`${company} cross join ${well} cross join ${aroLayer} cross join ${accretionRecord}
        where ${well.companyId} = ${company.id} and ${aroLayer.wellId} = ${well.id}
          and ${accretionRecord.aroLayerId} = ${aroLayer.id}`,
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
      cursor: (last) => [
        last.sortValue,
        JSON.stringify([last.companyKey, last.wellKey, last.layerNumber, last.periodEnd]),
      ],
    }),
  );
}

function searchFilter(search: string, { names }: CompanySearchRows): SQL {
  const ofCompanies = companySearch(search, names);
  return sql`(instr(${well.searchKey}, ${foldText(search)}) > 0 or ${ofCompanies})`;
}

/** Without a search all rows of the table count, which takes no join. */
function countQuery(
  ctx: UserContext,
  { found, isCounted }: Pick<Part, 'found' | 'isCounted'>,
  table: typeof well | typeof aroLayer | typeof accretionRecord,
  joined: SQL,
) {
  const rows = found ? sql`${joined} and ${found}` : sql`${table}`;
  return ctx.db.all<{ total: number }>(
    isCounted ? sql`select count(*) as total from ${rows}` : sql`select 0 as total`,
  );
}

function withTotal<View>(totals: { total: number }[], page: Page<View>): AdminList<View> {
  return { ...page, total: totals[0]!.total };
}
