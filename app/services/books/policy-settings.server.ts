import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { company } from '#db/schema';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';

/** Company columns with the settings that determine what an act books, and whether it may. */
export const policyColumns = {
  method: company.accretionMethod,
  settlementOrder: company.settlementOrder,
  settlementDifference: company.settlementDifference,
  depreciation: company.depreciation,
  depreciationFrom: company.depreciationFrom,
  downwardRate: company.downwardRate,
  changeBasis: company.changeBasis,
  reasonAboveCents: company.reasonAboveCents,
};

type Columns = typeof policyColumns;

/** These settings as an act read them, with the depletion rates it may use. */
export type PolicySettings = { [Name in keyof Columns]: Columns[Name]['_']['data'] | null } & {
  depletionRates: string | null;
};

/**
 * SQL value, selected along with the company's columns: all depletion rates as one text, by field and month, if the company
 * depreciates by units of production. `MAX_RATES_BYTES` keeps it within D1's value limit.
 */
export function depletionRatesOf(depreciation: SQLWrapper): SQL<string | null> {
  return sql`iif(${depreciation} = 'units-of-production', (
    select json_group_object(field, json(months) order by field) from (
      select field, json_group_object(month, percent_e4 order by month) as months from depletion_rate
      where company = ${company.ledgerId} group by field)), null)`;
}

/** D1 accepts and returns values of at most 2,000,000 bytes. */
const MAX_RATES_BYTES = 1_900_000;
/** Length of `"2026-09":1000000,`. */
const BYTES_PER_RATE = 18;

/** True when a company can keep these rates: their text must fit in one value. */
export function fitsIntoOneText(rates: readonly { field: string }[]): boolean {
  let bytes = rates.length * BYTES_PER_RATE;
  const encoder = new TextEncoder();
  for (const field of new Set(rates.map(({ field }) => field))) {
    bytes += encoder.encode(JSON.stringify(field)).length + 4;
  }
  return bytes <= MAX_RATES_BYTES;
}

/** Abort message when another user changed the settings during an act. */
export const OTHER_SETTINGS = 'ledger: the settings changed';

/** Requires the company's settings to match those the act was planned with. */
export function expectSettings(ctx: CompanyAdminContext, settings: PolicySettings): Statement {
  const names = Object.keys(policyColumns) as (keyof Columns)[];
  const unchangedConditions = names.map((name) => sql`${policyColumns[name]} is ${settings[name]}`);
  // A rate may be removed while an act that charges at it is being planned.
  unchangedConditions.push(sql`${depletionRatesOf(company.depreciation)} is ${settings.depletionRates}`);
  const isCompany = eq(company.id, ctx.companyId);
  return expectThat(
    ctx,
    sql`exists (select 1 from ${company} where ${and(isCompany, ...unchangedConditions)})`,
    OTHER_SETTINGS,
  );
}
