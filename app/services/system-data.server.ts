import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { accretionRecord, aroLayer, company, well } from '#db/schema';
import { AppError } from '~/errors';
import type {
  AdminAccretionView,
  AdminLayerView,
  AdminList,
  AdminListQuery,
  SystemDataTable,
  SystemDataViews,
} from '~/schemas/admin';
import { accretionColumns, toAccretionView } from './accretion.server';
import { layerColumns, toLayerView } from './aro-layer.server';
import { type CompanyNames, companySearch } from './company.server';
import type { UserContext } from './context.server';
import { foldText } from './fold-text.server';
import { allPages, decodeCursor, type Page, toPage } from './page.server';
import { summaryColumns } from './well.server';

/** Rows of a table's first page on the screen. */
const FIRST_PAGE = 100;

/**
 * A page of one table across all companies, by company code, well code, layer number and period end, and how many rows
 * there are in all; for system administrators. Search is a plain substring of well code or name, or of the company's.
 * @param names as companySearch takes them
 * @throws AppError invalid for a cursor that is none
 */
export async function getSystemDataPage<Table extends SystemDataTable>(
  ctx: UserContext,
  { table, ...query }: AdminListQuery & { table: Table },
  names?: CompanyNames,
): Promise<AdminList<SystemDataViews[Table]>> {
  const found = query.search ? await searchFilter(ctx, query.search, names) : undefined;
  const { cursor, limit = FIRST_PAGE } = query;
  return READERS[table](ctx, { limit, cursor, found, isCounted: true });
}

/** As getSystemDataPage, all of it, in pages. */
export async function* listAllSystemData<Table extends SystemDataTable>(
  ctx: UserContext,
  { table, ...query }: AdminListQuery & { table: Table },
  names?: CompanyNames,
): AsyncGenerator<SystemDataViews[Table][]> {
  const found = query.search ? await searchFilter(ctx, query.search, names) : undefined;
  yield* allPages((part) => READERS[table](ctx, { ...part, found, isCounted: false }), query.cursor);
}

/** The first page of each table: what the screen needs. */
export async function getSystemData(ctx: UserContext, query: Pick<AdminListQuery, 'search' | 'limit'> = {}) {
  const [wells, layers, records] = await Promise.all([
    getSystemDataPage(ctx, { ...query, table: 'wells' }),
    getSystemDataPage(ctx, { ...query, table: 'aro-layers' }),
    getSystemDataPage(ctx, { ...query, table: 'accretion-records' }),
  ]);
  return { wells, layers, records };
}

type Part = { limit: number; cursor: string | undefined; found: SQL | undefined; isCounted: boolean };

const READERS: {
  [Table in SystemDataTable]: (ctx: UserContext, part: Part) => Promise<AdminList<SystemDataViews[Table]>>;
} = { wells: readWells, 'aro-layers': readLayers, 'accretion-records': readRecords };

/** The company of a row, and what the order needs. Named apart: a batch answers rows as objects by column name. */
const positionColumns = {
  company: {
    id: sql<string>`${company.id}`.as('id_of_company'),
    name: company.name,
    code: company.code,
  },
  companyKey: company.codeKey,
  wellKey: well.wellCodeKey,
};

// SQLite keeps a cross join's order: from the companies, which an index has in order, to the wells of each, and so on. What
// a page does not show is not read, and nothing is sorted.

async function readWells(ctx: UserContext, part: Part) {
  const { limit, found } = part;
  const after = decodePosition(part.cursor);
  const [rows, totals] = await ctx.db.batch([
    ctx.db
      .select({ ...summaryColumns, ...positionColumns })
      .from(company)
      .crossJoin(well)
      .where(
        and(
          eq(well.companyId, company.id),
          found,
          after &&
            and(
              sql`${company.codeKey} >= ${after.companyKey}`,
              sql`${well.wellCodeKey} > ${whileIn(after, 'company', after.wellKey, '')}`,
            ),
        ),
      )
      .orderBy(company.codeKey, well.wellCodeKey)
      .limit(limit + 1),
    countQuery(ctx, part, well, sql`${company} cross join ${well} where ${well.companyId} = ${company.id}`),
  ]);
  return withTotal(
    totals,
    toPage(rows, limit, {
      view: ({ companyKey, wellKey, ...row }) => ({ ...row, companyName: row.company.name }),
      cursor: (last) => [last.companyKey, JSON.stringify([last.wellKey, 0, ''])],
    }),
  );
}

async function readLayers(ctx: UserContext, part: Part) {
  const { limit, found } = part;
  const after = decodePosition(part.cursor);
  const [rows, totals] = await ctx.db.batch([
    ctx.db
      .select({ ...layerColumns, ...positionColumns })
      .from(company)
      .crossJoin(well)
      .crossJoin(aroLayer)
      .where(
        and(
          eq(well.companyId, company.id),
          eq(aroLayer.wellId, well.id),
          found,
          after &&
            and(
              sql`${company.codeKey} >= ${after.companyKey}`,
              sql`${well.wellCodeKey} >= ${whileIn(after, 'company', after.wellKey, '')}`,
              sql`${aroLayer.layerNumber} > ${whileIn(after, 'well', after.layerNumber, 0)}`,
            ),
        ),
      )
      .orderBy(company.codeKey, well.wellCodeKey, aroLayer.layerNumber)
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
      view: ({ companyKey, wellKey, company, ...row }): AdminLayerView => ({
        ...toLayerView(row),
        wellCode: row.well.wellCode,
        companyName: company.name,
        company,
      }),
      cursor: (last) => [last.companyKey, JSON.stringify([last.wellKey, last.layerNumber, ''])],
    }),
  );
}

async function readRecords(ctx: UserContext, part: Part) {
  const { limit, found } = part;
  const after = decodePosition(part.cursor);
  const [rows, totals] = await ctx.db.batch([
    ctx.db
      .select({ ...accretionColumns, ...positionColumns })
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
          after &&
            and(
              sql`${company.codeKey} >= ${after.companyKey}`,
              sql`${well.wellCodeKey} >= ${whileIn(after, 'company', after.wellKey, '')}`,
              sql`${aroLayer.layerNumber} >= ${whileIn(after, 'well', after.layerNumber, 0)}`,
              sql`${accretionRecord.periodEnd} > ${whileIn(after, 'layer', after.periodEnd, '')}`,
            ),
        ),
      )
      .orderBy(company.codeKey, well.wellCodeKey, aroLayer.layerNumber, accretionRecord.periodEnd)
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
      view: ({ companyKey, wellKey, company, ...row }): AdminAccretionView => ({
        ...toAccretionView(row),
        wellCode: row.wellCode,
        layerNumber: row.layerNumber,
        companyName: company.name,
        company,
      }),
      cursor: (last) => [last.companyKey, JSON.stringify([last.wellKey, last.layerNumber, last.periodEnd])],
    }),
  );
}

async function searchFilter(ctx: UserContext, search: string, names?: CompanyNames): Promise<SQL> {
  const ofCompanies = await companySearch(ctx, search, names);
  return sql`(instr(${well.searchKey}, ${foldText(search)}) > 0 or ${ofCompanies})`;
}

/** Without a search all rows of the table count, which takes no join. */
function countQuery(
  ctx: UserContext,
  { found, isCounted }: Part,
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

type Position = { companyKey: string; wellKey: string; layerNumber: number; periodEnd: string };

const PositionKey = z.tuple([z.string(), z.number().int(), z.string()]);

function decodePosition(cursor: string | undefined): Position | undefined {
  if (!cursor) return undefined;
  const [companyKey, key] = decodeCursor(cursor);
  const rest = PositionKey.safeParse(parseJson(key));
  if (typeof companyKey !== 'string' || !rest.success)
    throw new AppError('invalid', 'The cursor is not valid');
  const [wellKey, layerNumber, periodEnd] = rest.data;
  return { companyKey, wellKey, layerNumber, periodEnd };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Where the next level begins: after the cursor's value as long as the row is in the cursor's company, well or layer, and
 * at its very beginning in the later ones. Other than a comparison of whole positions, each level's index can use it.
 */
function whileIn(
  after: Position,
  level: 'company' | 'well' | 'layer',
  value: string | number,
  start: string | number,
) {
  const conditions = [
    sql`${company.codeKey} = ${after.companyKey}`,
    sql`${well.wellCodeKey} = ${after.wellKey}`,
    sql`${aroLayer.layerNumber} = ${after.layerNumber}`,
  ].slice(0, { company: 1, well: 2, layer: 3 }[level]);
  return sql`case when ${sql.join(conditions, sql` and `)} then ${value} else ${start} end`;
}
