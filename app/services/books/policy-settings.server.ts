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
  reasonAboveCents: company.reasonAboveCents,
};

type Columns = typeof policyColumns;

/** These settings as an act read them, with the depletion rates that it may charge by. */
export type PolicySettings = { [Name in keyof Columns]: Columns[Name]['_']['data'] | null } & {
  depletionRates: string | null;
};

/** All depletion rates of a company that depreciates by them, as one text. An SQL value beside the company's columns. */
export function depletionRatesOf(depreciation: SQLWrapper): SQL<string | null> {
  return sql`iif(${depreciation} = 'units-of-production', (
    select json_group_array(json_array(field, month, percent_e4) order by month, field) from depletion_rate
    where company = ${company.ledgerId}), null)`;
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
