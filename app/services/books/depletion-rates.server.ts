import { sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import { isAborted } from '#db/client';
import type { DepletionRate } from '~/domain/books/depreciation';
import { closestField, createFieldFinder } from '~/domain/wells/field-name';
import { foldText } from '~/domain/wells/fold-text';
import { AppError } from '~/errors';
import {
  type DepletionRatesInput,
  type DepletionRateView,
  formatPercent,
} from '~/schemas/books/depletion-rate';
import { audit, commit, type Statement } from '~/services/platform/commit.server';
import {
  type CompanyAdminContext,
  type CompanyContext,
  type CompanyScope,
  requireOwnCompany,
} from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { fieldsQuery } from '~/services/wells/well.server';
import { ledgerIdOf, newestPosting } from './ledger-number.server';
import { fitsIntoOneText } from './policy-settings.server';
import { isUnreversed } from './unreversed.server';

const CONCURRENT_POSTING = 'depletion rates: posted meanwhile';
const CHANGED = 'depletion rates: changed meanwhile';
const TOO_MANY =
  'A company can have about 100,000 depletion rates. Remove unposted months that you no longer need.';

type RateRow = { field: string; month: string; percent: DepletionRate };

/** Unexecuted reads: the company's rates, the fields of its wells, and the last month each field was charged for. */
export function depletionRatesReads(scope: CompanyScope) {
  return {
    rates: scope.db.all<RateRow>(sql`
      select field, month, percent_e4 as percent from depletion_rate
      where company = ${ledgerIdOf(scope)} order by month desc, field`),
    fields: fieldsQuery(scope),
    charged: scope.db.all<{ field: string; through: string }>(sql`
      with charged(well, month) as (
        select l.well, min(substr(max(l.depreciated_through), 1, 7), newest.month)
        from (select ${postedThrough(scope)} as month) newest cross join layer l
        where newest.month is not null and l.company = ${ledgerIdOf(scope)} and l.depreciated_through is not null
        group by l.well)
      select field, max(month) as through from (
        select w.field, c.month from charged c cross join well w on w.ledger_id = c.well and ${isCompanyWell(scope)}
        union all
        select a.old_values ->> 'field', c.month from charged c cross join well w on w.ledger_id = c.well and ${isCompanyWell(scope)}
        cross join audit_log a on a.company_id = w.company_id and a.entity_type = 'well' and a.entity_id = w.id
          and a.action = 'well.updated')
      group by field`),
    newestPosting: scope.db.all<{ id: number }>(sql`select ${newestPosting(scope)} as id`),
  };
}

/** Excludes deleted wells, whose charges are all reversed. */
function isCompanyWell({ companyId }: CompanyScope) {
  return sql`w.company_id = ${companyId} and w.deleted_at is null`;
}

/** SQL value: the newest month with an unreversed units-of-production charge. */
function postedThrough(scope: CompanyScope) {
  return sql<string | null>`(
    select max(substr(p.day, 1, 7)) from posting p
    where p.company = ${ledgerIdOf(scope)} and p.kind = 'depreciation' and p.method = 'units-of-production'
      and exists (select 1 from movement m where m.posting = p.id and ${isUnreversed}))`;
}

type RateRows = RowsOf<ReturnType<typeof depletionRatesReads>>;

/**
 * The company's depletion rates, newest month first.
 * @param rows result of depletionRatesReads
 * @throws AppError not-found for a company other than the selected one
 */
export function listDepletionRates(
  ctx: CompanyContext,
  companyId: string,
  rows: RateRows,
): DepletionRateView[] {
  requireOwnCompany(ctx, companyId);
  return toViews(rows);
}

/**
 * Sets depletion rates, and removes those without a percentage. A rate that a well was charged at can't change, because the
 * posted charge would no longer match it. A missing rate may be added for any month. Field names take the spelling already in
 * use, ignoring case. A field without wells is accepted, because wells may be added later; the result flags it.
 *
 * @param rows result of depletionRatesReads
 * @throws AppError not-found for a company other than the selected one; invalid for more rates than a company can keep; conflict
 * for a rate that is posted, or when something is posted or another user changes rates of these months meanwhile
 */
export async function setDepletionRates(
  ctx: CompanyAdminContext,
  companyId: string,
  { rates }: DepletionRatesInput,
  rows: RateRows,
): Promise<DepletionRateView[]> {
  requireOwnCompany(ctx, companyId);
  const normalizedRates = withExistingSpelling(rates, rows);
  const existingRates = new Map(rows.rates.map((rate) => [keyOf(rate), rate]));
  const previous = (rate: { month: string; field: string }) =>
    existingRates.get(keyOf(rate))?.percent ?? null;
  const changedRates = normalizedRates.filter((rate) => rate.percent !== previous(rate));
  const isCharged = createChargedTest(rows);
  const locked = changedRates.filter((rate) => isCharged(rate) && previous(rate) !== null);
  if (locked.length > 0) {
    const names = locked.slice(0, 5).map(({ field, month }) => `${field} for ${month}`);
    throw new AppError(
      'conflict',
      `Already posted: ${names.join(', ')}. Reverse that month’s depreciation first.`,
      'rates',
    );
  }
  if (changedRates.length === 0) return toViews(rows);
  const changedKeys = new Set(changedRates.map(keyOf));
  const unchangedRates = rows.rates.filter((rate) => !changedKeys.has(keyOf(rate)));
  const enteredRates = changedRates.filter(({ percent }) => percent !== null);
  if (enteredRates.length > 0 && !fitsIntoOneText([...unchangedRates, ...enteredRates])) {
    throw new AppError('invalid', TOO_MANY, 'rates');
  }
  const company = ledgerIdOf(ctx);
  const set = bulkRows(enteredRates, {
    field: ({ field }) => field,
    month: ({ month }) => month,
    percent: ({ percent }) => percent,
  });
  const removedRates = bulkRows(
    changedRates.filter(({ percent }) => percent === null),
    { field: ({ field }) => field, month: ({ month }) => month },
  );
  const reads = depletionRatesReads(ctx);
  const toAuditRate = (rate: (typeof changedRates)[number], percent: DepletionRate | null) => ({
    field: rate.field,
    month: rate.month,
    percent: percent === null ? null : formatPercent(percent),
  });
  try {
    const results = await commit(ctx, [
      expectThat(ctx, sql`${newestPosting(ctx)} = ${rows.newestPosting[0]!.id}`, CONCURRENT_POSTING),
      ...expectMonths(ctx, new Set(changedRates.map(({ month }) => month)), rows.rates),
      ...set.chunks.map(({ from }) =>
        ctx.db.run(sql`
          insert into depletion_rate (company, field, month, percent_e4)
          select ${company}, ${set.column.field}, ${set.column.month}, ${set.column.percent} from ${from} where 1
          on conflict do update set percent_e4 = excluded.percent_e4`),
      ),
      ...removedRates.chunks.map(({ from }) =>
        ctx.db.run(sql`
          delete from depletion_rate where company = ${company}
            and (field, month) in (select ${removedRates.column.field}, ${removedRates.column.month} from ${from})`),
      ),
      audit(
        ctx,
        {
          action: 'depletion_rates.updated',
          entityType: 'company',
          entityId: companyId,
          oldValues: { rates: changedRates.map((rate) => toAuditRate(rate, previous(rate))) },
          newValues: { rates: changedRates.map((rate) => toAuditRate(rate, rate.percent)) },
        },
        sql`1`,
      ),
      reads.rates,
    ]);
    return toViews({ ...rows, rates: results.at(-1) as RateRow[] });
  } catch (error) {
    if (isAborted(error, CHANGED)) {
      throw new AppError(
        'conflict',
        'Someone else changed depletion rates for the same month while you were editing. Nothing was saved. Try again.',
      );
    }
    if (!isAborted(error, CONCURRENT_POSTING)) throw error;
    throw new AppError(
      'conflict',
      'Something was posted while you were saving. Nothing was saved. Try again.',
    );
  }
}

/**
 * Aborts the transaction unless these months still have the rates that were read. Compares all fields, because a new rate may be
 * for the same field in different case.
 */
function expectMonths(ctx: CompanyAdminContext, months: Set<string>, rates: RateRow[]): Statement[] {
  const company = ledgerIdOf(ctx);
  const expectedRates = rates.filter(({ month }) => months.has(month));
  const { column, chunks } = bulkRows(expectedRates, {
    field: ({ field }) => field,
    month: ({ month }) => month,
    percent: ({ percent }) => percent,
  });
  const count = sql`(
    select count(*) from depletion_rate
    where company = ${company} and month in (select value from json_each(${JSON.stringify([...months])})))`;
  return [
    expectThat(ctx, sql`${count} = ${expectedRates.length}`, CHANGED),
    ...chunks.map(({ from }) =>
      expectThat(
        ctx,
        sql`not exists (
          select 1 from ${from} left join depletion_rate r
            on r.company = ${company} and r.field = ${column.field} and r.month = ${column.month}
          where r.percent_e4 is not ${column.percent})`,
        CHANGED,
      ),
    ),
  ];
}

/** Rates with each field in its existing spelling: from rates of that month, from wells, or from other rates. */
function withExistingSpelling(
  rates: DepletionRatesInput['rates'],
  rows: RateRows,
): DepletionRatesInput['rates'] {
  const ratesByMonth = Map.groupBy(rows.rates, ({ month }) => month);
  const findersByMonth = new Map(
    [...ratesByMonth].map(([month, rates]) => [month, createFieldFinder(rates.map(({ field }) => field))]),
  );
  const findWellField = createFieldFinder(rows.fields.map(({ field }) => field));
  const findRateField = createFieldFinder(rows.rates.map(({ field }) => field));
  return rates.map((rate) => ({
    ...rate,
    field:
      findersByMonth.get(rate.month)?.(rate.field) ??
      findWellField(rate.field) ??
      findRateField(rate.field) ??
      rate.field,
  }));
}

/** Returns a test for whether a well of the field was charged through the month. Includes fields that a well belonged to earlier. */
function createChargedTest({ charged }: RateRows): (rate: { month: string; field: string }) => boolean {
  const lastChargedMonths = new Map<string, string>();
  for (const { field, through: month } of charged) {
    const key = foldText(field);
    if (month > (lastChargedMonths.get(key) ?? '')) lastChargedMonths.set(key, month);
  }
  return ({ month, field }) => month <= (lastChargedMonths.get(foldText(field)) ?? '');
}

function toViews(rows: RateRows): DepletionRateView[] {
  const isCharged = createChargedTest(rows);
  const wellFields = rows.fields.map(({ field }) => field);
  const findWellField = createFieldFinder(wellFields);
  const fieldDetails = new Map<string, Pick<DepletionRateView, 'hasWells' | 'closestField'>>();
  for (const field of new Set(rows.rates.map(({ field }) => field))) {
    const hasWells = findWellField(field) !== null;
    fieldDetails.set(field, { hasWells, closestField: hasWells ? null : closestField(field, wellFields) });
  }
  return rows.rates.map((rate) => ({
    field: rate.field,
    month: rate.month,
    percent: formatPercent(rate.percent),
    isPosted: isCharged(rate),
    ...fieldDetails.get(rate.field)!,
  }));
}

function keyOf({ month, field }: { month: string; field: string }): string {
  return `${month} ${field}`;
}
