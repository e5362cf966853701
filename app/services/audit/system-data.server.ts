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
  const found = search ? searchFilter(search, rows) : undefined;
  return READERS[table](ctx, { sort, limit, cursor, found, isCounted: true });
}

/** Like getSystemDataPage, but returns all rows, in pages. */
export async function* listAllSystemData<Table extends SystemDataTable>(
  ctx: UserContext,
  { table, search, sort, cursor }: Query<Table>,
  rows: CompanySearchRows,
): AsyncGenerator<SystemDataViews[Table][]> {
  const found = search ? searchFilter(search, rows) : undefined;
  yield* allPages((part) => READERS[table](ctx, { ...part, sort, found, isCounted: false }), cursor);
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

/** A row's company and position. Uses distinct aliases, because a batch returns rows as objects by column name. */
const placeColumns = {
  company: {
    id: sql<string>`${company.id}`.as('id_of_company'),
    name: company.name,
    code: company.code,
  },
  companyKey: company.codeKey,
  wellKey: well.wellCodeKey,
};

const wellsOfCompanies = and(
  eq(well.companyId, company.id),
  isNull(well.deletedAt),
  isNull(company.deletedAt),
);
const layersOfWells = and(wellsOfCompanies, eq(aroLayer.well, well.ledgerId));
const recordsOfLayers = and(
  layersOfWells,
  sql`${p.company} = ${aroLayer.company} and ${p.kind} = 'accretion' and ${p.well} in (0, ${aroLayer.well})`,
  eq(m.posting, p.id),
  eq(m.layer, aroLayer.id),
  eq(m.kind, codeOfKind('accreted')),
  isUnreversed,
);

async function readWells(ctx: UserContext, part: Part<'wells'>) {
  const { limit, found } = part;
  const { sortValue, orderBy, after, positionOf } = systemOrder('wells', part);
  const [rows, totals] = await ctx.db.batch([
    ctx.db
      .select({ ...summaryColumns, ...placeColumns, sortValue })
      .from(company)
      .crossJoin(well)
      .where(and(wellsOfCompanies, found, after))
      .orderBy(...orderBy)
      .limit(limit + 1),
    countQuery(ctx, part, sql`${company} cross join ${well} where ${wellsOfCompanies}`),
  ]);
  return withTotal(
    totals,
    toPage(rows, limit, {
      view: ({ companyKey, wellKey, sortValue, ...row }) => ({ ...row, companyName: row.company.name }),
      cursor: positionOf,
    }),
  );
}

async function readLayers(ctx: UserContext, part: Part<'aro-layers'>) {
  const { limit, found } = part;
  const { sortValue, orderBy, after, positionOf } = systemOrder('aro-layers', part);
  const [rows, totals] = await ctx.db.batch([
    ctx.db
      .select({ ...layerColumns, ...placeColumns, sortValue })
      .from(company)
      .crossJoin(well)
      .crossJoin(aroLayer)
      .where(and(layersOfWells, found, after))
      .orderBy(...orderBy)
      .limit(limit + 1),
    countQuery(ctx, part, sql`${company} cross join ${well} cross join ${aroLayer} where ${layersOfWells}`),
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

async function readRecords(ctx: UserContext, part: Part<'accretion-records'>) {
  const { limit, found } = part;
  const { sortValue, orderBy, after, positionOf } = systemOrder('accretion-records', part);
  const [rows, totals] = await ctx.db.batch([
    ctx.db
      .select({ ...accretionColumns, ...placeColumns, sortValue })
      .from(company)
      .crossJoin(well)
      .crossJoin(aroLayer)
      .crossJoin(p)
      .crossJoin(m)
      .where(and(recordsOfLayers, found, after))
      .orderBy(...orderBy)
      .limit(limit + 1),
    countQuery(
      ctx,
      part,
      // Without a search, the total comes from the postings' counts: a deleted well's records are reversed, so they don't count.
      found
        ? sql`${company} cross join ${well} cross join ${aroLayer} cross join posting p cross join movement m where ${recordsOfLayers}`
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
  const ofCompanies = companySearch(search, names);
  return sql`(instr(${well.searchKey}, ${foldText(search)}) > 0 or ${ofCompanies})`;
}

/** Total rows of a table that match the search, across pages; 0 if no count is needed. */
function countQuery(
  ctx: UserContext,
  { found, isCounted }: Pick<Part, 'found' | 'isCounted'>,
  joined: SQL | undefined,
  otherwise: SQL = sql`select 0 as total`,
) {
  const counted = joined
    ? sql`select count(*) as total from ${joined} ${found ? sql`and ${found}` : sql``}`
    : otherwise;
  return ctx.db.all<{ total: number }>(isCounted ? counted : sql`select 0 as total`);
}

function withTotal<View>(totals: { total: number }[], page: Page<View>): AdminList<View> {
  return { ...page, total: totals[0]!.total };
}
