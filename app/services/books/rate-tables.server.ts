import { and, desc, type SQL, sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import { isAborted } from '#db/client';
import { rateTable } from '#db/schema';
import { resolveLife } from '~/domain/books/life';
import { discountRateFor, formatYears, inflationRateFor, type RateTable } from '~/domain/books/rate-table';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { groupThousands } from '~/domain/money/group-thousands';
import { formatExactRate, formatRate } from '~/domain/money/rate';
import { AppError } from '~/errors';
import {
  type RateLookupQuery,
  type RateLookupView,
  type RateTablesInput,
  type RateTableView,
  toCompanyRatesView,
  toRateTableView,
} from '~/schemas/books/rate-table';
import { audit, commit, type Statement } from '~/services/platform/commit.server';
import {
  type CompanyAdminContext,
  type CompanyContext,
  type CompanyScope,
  requireOwnCompany,
} from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { ledgerIdOf } from './ledger-number.server';

const CONCURRENT_CHANGE = 'rate tables: changed meanwhile';
/** One table a month for a century. */
const MAX_TABLES = 1_200;

/** Query for the company's rate tables, newest first. Unexecuted. */
export function rateTablesQuery(scope: CompanyScope, where?: SQL) {
  return scope.db
    .select({
      effectiveOn: rateTable.effectiveOn,
      discountRates: rateTable.discountRates,
      inflationRateBp: rateTable.inflationRateBp,
    })
    .from(rateTable)
    .where(and(sql`${rateTable.company} = ${ledgerIdOf(scope)}`, where))
    .orderBy(desc(rateTable.effectiveOn));
}

/** Like rateTablesQuery, but only the tables in effect on a day: the newest with discount rates, and the newest with inflation. */
export function rateTablesOn(scope: CompanyScope, day: CalendarDate) {
  const newest = (has: SQL) =>
    sql`(select max(effective_on) from rate_table
      where company = ${ledgerIdOf(scope)} and effective_on <= ${day} and ${has})`;
  return rateTablesQuery(
    scope,
    sql`${rateTable.effectiveOn} in (${newest(sql`discount_rates is not null`)}, ${newest(sql`inflation_rate_bp is not null`)})`,
  );
}

/** Query for whether the company has a rate table. Unexecuted. */
export function anyRateTableQuery(scope: CompanyScope) {
  return scope.db.all<{ found: 0 | 1 }>(
    sql`select exists (select 1 from rate_table where company = ${ledgerIdOf(scope)}) as found`,
  );
}

/** Unexecuted reads for a change: all tables, and the current contents of those on some dates. */
export function rateTablesReads(scope: CompanyScope, dates: readonly CalendarDate[]) {
  return {
    tables: rateTablesQuery(scope),
    state: scope.db.all<{ state: string | null }>(sql`select ${stateOf(scope, dates)} as state`),
  };
}

type TableRows = Awaited<ReturnType<typeof rateTablesQuery>>;
type Rows = RowsOf<ReturnType<typeof rateTablesReads>>;

/** Maps rows to domain objects. */
export function toRateTables(rows: TableRows): RateTable[] {
  return rows.map(({ discountRates, ...row }) => ({
    ...row,
    discountRates: discountRates?.map(([maturity, rateBp]) => ({ maturity, rateBp })) ?? null,
  }));
}

/**
 * The company's rate tables, newest first.
 * @param rows result of rateTablesQuery
 * @throws AppError not-found for a company other than the selected one
 */
export function listRateTables(ctx: CompanyContext, companyId: string, rows: TableRows): RateTableView[] {
  requireOwnCompany(ctx, companyId);
  return toRateTables(rows).map(toRateTableView);
}

/**
 * Adds rate tables, or replaces those on the same dates: discount rates replace discount rates, and inflation replaces inflation.
 * Layers keep the rates that they were calculated with.
 *
 * @param rows result of rateTablesReads for the tables' dates
 * @throws AppError not-found for a company other than the selected one; invalid for more tables than a company may have; conflict
 * when another user changed one of them meanwhile
 */
export async function setRateTables(
  ctx: CompanyAdminContext,
  companyId: string,
  { tables: requestedTables }: RateTablesInput,
  rows: Rows,
): Promise<RateTableView[]> {
  requireOwnCompany(ctx, companyId);
  const existingTables = new Map(toRateTables(rows.tables).map((table) => [table.effectiveOn, table]));
  const changedTables = requestedTables
    .map(({ effectiveOn, discountRates, inflationRate }): RateTable => {
      const existing = existingTables.get(effectiveOn);
      return {
        effectiveOn,
        discountRates: discountRates ?? existing?.discountRates ?? null,
        inflationRateBp: inflationRate ?? existing?.inflationRateBp ?? null,
      };
    })
    .filter(
      (table) =>
        JSON.stringify(formatTable(table)) !==
        JSON.stringify(formatTable(existingTables.get(table.effectiveOn))),
    );
  if (changedTables.length === 0) return toRateTables(rows.tables).map(toRateTableView);
  const addedCount = changedTables.filter(({ effectiveOn }) => !existingTables.has(effectiveOn)).length;
  if (existingTables.size + addedCount > MAX_TABLES) {
    throw new AppError(
      'invalid',
      `A company can have at most ${groupThousands(MAX_TABLES)} rate tables. Delete old ones first.`,
      'tables',
    );
  }
  const { column, chunks } = bulkRows(changedTables, {
    effectiveOn: ({ effectiveOn }) => effectiveOn,
    discountRates: ({ discountRates }) =>
      discountRates && JSON.stringify(discountRates.map(({ maturity, rateBp }) => [maturity, rateBp])),
    inflation: ({ inflationRateBp }) => inflationRateBp,
  });
  const oldTables = changedTables.flatMap(({ effectiveOn }) => existingTables.get(effectiveOn) ?? []);
  const results = await write(ctx, { dates: requestedTables.map(({ effectiveOn }) => effectiveOn), rows }, [
    ...chunks.map(({ from }) =>
      ctx.db.run(sql`
        insert into rate_table (company, effective_on, discount_rates, inflation_rate_bp)
        select ${ledgerIdOf(ctx)}, ${column.effectiveOn}, ${column.discountRates}, ${column.inflation} from ${from} where 1
        on conflict do update set discount_rates = excluded.discount_rates, inflation_rate_bp = excluded.inflation_rate_bp`),
    ),
    audit(ctx, {
      action: 'rate_tables.updated',
      entityType: 'company',
      entityId: companyId,
      oldValues: { tables: oldTables.map(formatTable) },
      newValues: { tables: changedTables.map(formatTable) },
    }),
    rateTablesQuery(ctx),
  ]);
  return toRateTables(results.at(-1) as TableRows).map(toRateTableView);
}

/**
 * Deletes the rate table of a date. Layers keep the rates that they were calculated with.
 * @param rows result of rateTablesReads for that date
 * @throws AppError not-found for a company other than the selected one, and for a date without a table; conflict when another
 * user changed it meanwhile
 */
export async function deleteRateTable(
  ctx: CompanyAdminContext,
  companyId: string,
  effectiveOn: CalendarDate,
  rows: Rows,
): Promise<void> {
  requireOwnCompany(ctx, companyId);
  const table = toRateTables(rows.tables).find((candidate) => candidate.effectiveOn === effectiveOn);
  if (!table) throw new AppError('not-found', 'Rate table not found');
  await write(ctx, { dates: [effectiveOn], rows }, [
    ctx.db.run(
      sql`delete from rate_table where company = ${ledgerIdOf(ctx)} and effective_on = ${effectiveOn}`,
    ),
    audit(ctx, {
      action: 'rate_tables.deleted',
      entityType: 'company',
      entityId: companyId,
      oldValues: { tables: [formatTable(table)] },
    }),
  ]);
}

/**
 * The company's rates for a layer with a given date and life, and the tables they are from; null when no table is dated on or
 * before the date.
 * @param rows result of rateTablesOn for the date
 * @throws AppError not-found for a company other than the selected one; DomainError for a life that no layer can have
 */
export function lookUpRates(
  ctx: CompanyContext,
  companyId: string,
  { date, wellLifespan, retirementDate = null }: RateLookupQuery,
  rows: TableRows,
): RateLookupView {
  requireOwnCompany(ctx, companyId);
  const tables = toRateTables(rows);
  const life = resolveLife(date, { wellLifespanYears: wellLifespan ?? null, retirementDate }, null);
  const [discount, inflation] = [discountRateFor(tables, life), inflationRateFor(tables, date)];
  const sources = toCompanyRatesView({
    discount: discount?.source ?? null,
    inflation: inflation?.source ?? null,
  });
  return {
    discount: discount && {
      rate: formatRate(discount.rateBp),
      exactRate: formatExactRate(discount.rateBp),
      ...sources.discount!,
    },
    inflation: inflation && { rate: formatRate(inflation.rateBp), ...sources.inflation! },
  };
}

/** Writes changes if the tables are unchanged since they were read. @throws AppError conflict */
async function write(
  ctx: CompanyAdminContext,
  { dates, rows }: { dates: readonly CalendarDate[]; rows: Rows },
  statements: Statement[],
): Promise<unknown[]> {
  const isUnchanged = sql`${stateOf(ctx, dates)} is ${rows.state[0]?.state ?? null}`;
  try {
    return await commit(ctx, [expectThat(ctx, isUnchanged, CONCURRENT_CHANGE), ...statements]);
  } catch (error) {
    if (!isAborted(error, CONCURRENT_CHANGE)) throw error;
    const message =
      'Someone else changed these rate tables while you were editing. Nothing was saved. Try again.';
    throw new AppError('conflict', message);
  }
}

/** SQL value: the contents of the tables on some dates, as one text. */
function stateOf(scope: CompanyScope, dates: readonly CalendarDate[]): SQL<string | null> {
  return sql`(
    select json_group_array(json_array(effective_on, discount_rates, inflation_rate_bp) order by effective_on) from rate_table
    where company = ${ledgerIdOf(scope)} and effective_on in (select value from json_each(${JSON.stringify(dates)})))`;
}

/** A table as recorded in the audit log. */
function formatTable(table: RateTable | undefined) {
  if (!table) return null;
  const { effectiveOn, discountRates, inflationRate } = toRateTableView(table);
  const byMaturity = discountRates.map(({ years, rate }) => [formatYears(years), `${rate}%`]);
  return { effectiveOn, discountRates: Object.fromEntries(byMaturity), inflationRate };
}
