import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { company } from '#db/schema';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';

/** The settings that decide what an act books, and whether it may, as columns of the company. */
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

/** These settings as an act read them, with the depletion rates that it may charge by. */
export type PolicySettings = { [Name in keyof Columns]: Columns[Name]['_']['data'] | null } & {
  depletionRates: string | null;
};

/**
 * All depletion rates of a company that depreciates by them, as one text: of each field, those of its months. An SQL value
 * beside the company's columns. `MAX_RATES_BYTES` keeps it within what D1 hands over.
 */
export function depletionRatesOf(depreciation: SQLWrapper): SQL<string | null> {
  return sql`iif(${depreciation} = 'units-of-production', (
    select json_group_object(field, json(months) order by field) from (
      select field, json_group_object(month, percent_e4 order by month) as months from depletion_rate
      where company = ${company.ledgerId} group by field)), null)`;
}

/** D1 takes and hands over values of at most 2,000,000 bytes. */
const MAX_RATES_BYTES = 1_900_000;
/** `"2026-09":1000000,` */
const BYTES_PER_RATE = 18;

/** Whether a company can keep these rates: their text must fit into one value. */
export function fitsIntoOneText(rates: readonly { field: string }[]): boolean {
  let bytes = rates.length * BYTES_PER_RATE;
  const encoder = new TextEncoder();
  for (const field of new Set(rates.map(({ field }) => field))) {
    bytes += encoder.encode(JSON.stringify(field)).length + 4;
  }
  return bytes <= MAX_RATES_BYTES;
}

/** The message that gives an act's transaction up when others changed the settings. */
export const OTHER_SETTINGS = 'ledger: the settings changed';

/** The company's settings must be those that an act was planned by. */
export function expectSettings(ctx: CompanyAdminContext, settings: PolicySettings): Statement {
  const names = Object.keys(policyColumns) as (keyof Columns)[];
  const asRead = names.map((name) => sql`${policyColumns[name]} is ${settings[name]}`);
  // A rate may be taken back while an act that charges by it is planned.
  asRead.push(sql`${depletionRatesOf(company.depreciation)} is ${settings.depletionRates}`);
  const isCompany = eq(company.id, ctx.companyId);
  return expectThat(
    ctx,
    sql`exists (select 1 from ${company} where ${and(isCompany, ...asRead)})`,
    OTHER_SETTINGS,
  );
}
