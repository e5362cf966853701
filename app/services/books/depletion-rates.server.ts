import { sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import { isAborted } from '#db/client';
import type { DepletionRate } from '~/domain/books/depreciation';
import { AppError } from '~/errors';
import {
  type DepletionRatesInput,
  type DepletionRateView,
  formatPercent,
} from '~/schemas/books/depletion-rate';
import { audit, commit } from '~/services/platform/commit.server';
import {
  type CompanyAdminContext,
  type CompanyContext,
  type CompanyScope,
  requireOwnCompany,
} from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { ledgerIdOf } from './ledger-number.server';
import { isUnreversed } from './unreversed.server';

const OVERTAKEN = 'depletion rates: posted meanwhile';

type RateRow = { field: string; month: string; percent: DepletionRate };

/** The company's rates and the month through which it has charged by them. Statements not yet run. */
export function depletionRatesReads(scope: CompanyScope) {
  return {
    rates: scope.db.all<RateRow>(sql`
      select field, month, percent_e4 as percent from depletion_rate
      where company = ${ledgerIdOf(scope)} order by month desc, field`),
    posted: scope.db.all<{ month: string | null }>(sql`select ${postedThrough(scope)} as month`),
  };
}

/** The newest month charged by units of production that counts. An SQL value. */
function postedThrough(scope: CompanyScope) {
  return sql<string | null>`(
    select max(substr(p.day, 1, 7)) from posting p
    where p.company = ${ledgerIdOf(scope)} and p.kind = 'depreciation' and p.method = 'units-of-production'
      and exists (select 1 from movement m where m.posting = p.id and ${isUnreversed}))`;
}

type RateRows = RowsOf<ReturnType<typeof depletionRatesReads>>;

/**
 * The company's depletion rates, newest month first.
 * @param rows what depletionRatesReads read
 * @throws AppError not-found for another company than the selected one
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
 * Sets depletion rates, or takes out those without a percentage. A rate of a month that is posted stays as it is: what was
 * charged by it would not be what it says. A field that had none may get one for any month.
 *
 * @param rows what depletionRatesReads read
 * @throws AppError not-found for another company than the selected one; conflict for a rate that is posted, or when the month
 * is posted meanwhile
 */
export async function setDepletionRates(
  ctx: CompanyAdminContext,
  companyId: string,
  { rates }: DepletionRatesInput,
  rows: RateRows,
): Promise<DepletionRateView[]> {
  requireOwnCompany(ctx, companyId);
  const through = rows.posted[0]?.month ?? null;
  const before = new Map(rows.rates.map((rate) => [`${rate.month} ${rate.field}`, rate.percent]));
  const previous = ({ month, field }: { month: string; field: string }) =>
    before.get(`${month} ${field}`) ?? null;
  const changed = rates.filter((rate) => rate.percent !== previous(rate));
  const locked = changed.filter(
    (rate) => through !== null && rate.month <= through && previous(rate) !== null,
  );
  if (locked.length > 0) {
    const names = locked.slice(0, 5).map(({ field, month }) => `${field} for ${month}`);
    throw new AppError(
      'conflict',
      `Posted already: ${names.join(', ')}. Reverse the depreciation of that month first.`,
      'rates',
    );
  }
  if (changed.length === 0) return toViews(rows);
  const company = ledgerIdOf(ctx);
  const set = bulkRows(
    changed.filter(({ percent }) => percent !== null),
    { field: ({ field }) => field, month: ({ month }) => month, percent: ({ percent }) => percent },
  );
  const unset = bulkRows(
    changed.filter(({ percent }) => percent === null),
    { field: ({ field }) => field, month: ({ month }) => month },
  );
  const reads = depletionRatesReads(ctx);
  const written = (rate: (typeof changed)[number], percent: DepletionRate | null) => ({
    field: rate.field,
    month: rate.month,
    percent: percent === null ? null : formatPercent(percent),
  });
  try {
    const results = await commit(ctx, [
      expectThat(ctx, sql`${postedThrough(ctx)} is ${through}`, OVERTAKEN),
      ...set.chunks.map(({ from }) =>
        ctx.db.run(sql`
          insert into depletion_rate (company, field, month, percent_e4)
          select ${company}, ${set.column.field}, ${set.column.month}, ${set.column.percent} from ${from} where 1
          on conflict do update set percent_e4 = excluded.percent_e4`),
      ),
      ...unset.chunks.map(({ from }) =>
        ctx.db.run(sql`
          delete from depletion_rate where company = ${company}
            and (field, month) in (select ${unset.column.field}, ${unset.column.month} from ${from})`),
      ),
      audit(
        ctx,
        {
          action: 'depletion_rates.updated',
          entityType: 'company',
          entityId: companyId,
          oldValues: { rates: changed.map((rate) => written(rate, previous(rate))) },
          newValues: { rates: changed.map((rate) => written(rate, rate.percent)) },
        },
        sql`1`,
      ),
      reads.rates,
      reads.posted,
    ]);
    const [after, posted] = results.slice(-2);
    return toViews({ rates: after as RateRow[], posted: posted as RateRows['posted'] });
  } catch (error) {
    if (!isAborted(error, OVERTAKEN)) throw error;
    throw new AppError(
      'conflict',
      'Depreciation was posted while you were editing. Nothing was saved. Try again.',
    );
  }
}

function toViews({ rates, posted }: RateRows): DepletionRateView[] {
  const through = posted[0]?.month ?? null;
  return rates.map(({ field, month, percent }) => ({
    field,
    month,
    percent: formatPercent(percent),
    isPosted: through !== null && month <= through,
  }));
}
