import { type SQL, sql } from 'drizzle-orm';
import { journalSettingsOf, settingsByField } from '~/domain/books/journal';
import { kindOfCode } from '~/domain/books/movement-kinds';
import type { RestTerms } from '~/domain/books/rest';
import { type MovementGroup, trialBalance } from '~/domain/books/trial-balance';
import { formatCents } from '~/domain/money/money';
import type { ReportQuery } from '~/schemas/reports/report';
import type { TrialBalanceView } from '~/schemas/reports/report-views';
import { ledgerIdOf } from '~/services/books/post.server';
import { companyQuery } from '~/services/people/change-company.server';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';

/** The columns of a file, in their order. */
export const TRIAL_BALANCE_COLUMNS = [
  'mainAccount',
  'subAccount',
  'name',
  'beginning',
  'debits',
  'credits',
  'ending',
] as const;

/** What a trial balance takes: whose accounts they are, and sums of movements that are booked alike. Statements not yet run. */
export function trialBalanceReads(scope: CompanyScope, query: ReportQuery) {
  return { companies: companyQuery(scope), groups: groupsQuery(scope, query) };
}

type GroupRow = { isBefore: 0 | 1; kind: number; field: string | null } & {
  [Term in keyof RestTerms]: RestTerms[Term] | null;
} & Record<'liability' | 'arcCost' | 'arcAccumulated' | 'cash', string>;

/**
 * Sums of movements that are booked alike. What was left over may go to an account that one of the amounts is on as well,
 * accumulated depreciation: hence the last of the signs. Kind and signs are one number, because SQLite sorts the movements
 * by what they are grouped by, and sorts one number several times as fast as seven. Sums can be too large for a JavaScript
 * number to hold exactly, so they cross as text.
 */
function groupsQuery(scope: CompanyScope, { beginDate, endDate }: ReportQuery) {
  const rest = sql`(m.arc_cost + m.arc_accumulated + m.cash - m.liability)`;
  const signed = ['m.liability', 'm.arc_cost', 'm.arc_accumulated', 'm.cash'].map((column) =>
    sql.raw(column),
  );
  const kindAndSides = [...signed, rest, sql`m.arc_accumulated - ${rest}`].reduce<SQL>(
    (number, amount) => sql`(${number}) * 3 + sign(${amount}) + 1`,
    sql`m.kind`,
  );
  // Only where fields have accounts of their own is it asked whose layer each movement moves.
  const field = sql`iif(
    (select json_array_length(field_accounts) from company where id = ${scope.companyId}) > 0,
    (select w.field from layer l join well w on w.ledger_id = l.well and w.company_id = ${scope.companyId} where l.id = m.layer), null)`;
  const sum = (column: string) => sql`cast(sum(m.${sql.raw(column)}) as text)`;
  return scope.db.all<GroupRow>(sql`
    select p.day < ${beginDate} as "isBefore", min(m.kind) as kind, ${field} as field,
      p.terms ->> '$.settledTo' as "settledTo", p.terms ->> '$.retiredTo' as "retiredTo",
      ${sum('liability')} as liability, ${sum('arc_cost')} as "arcCost",
      ${sum('arc_accumulated')} as "arcAccumulated", ${sum('cash')} as cash
    from posting p cross join movement m on m.posting = p.id
    where p.company = ${ledgerIdOf(scope)} and p.day <= ${endDate}
    group by "isBefore", field, "settledTo", "retiredTo", ${kindAndSides}`);
}

/**
 * The trial balance of a company's ledger between two dates, both included; see `trialBalance`. Wells that were deleted since
 * are in it with their reversals, as in the journal.
 * @param rows what trialBalanceReads read
 */
export function toTrialBalance({
  companies,
  groups,
}: RowsOf<ReturnType<typeof trialBalanceReads>>): TrialBalanceView[] {
  const { journalSettings, fieldAccounts } = companies[0]!;
  const settingsOf = settingsByField(journalSettingsOf(journalSettings), fieldAccounts);
  return trialBalance(groups.map(toGroup), settingsOf).map((row) => ({
    ...row,
    beginning: formatCents(row.beginning),
    debits: formatCents(row.debits),
    credits: formatCents(row.credits),
    ending: formatCents(row.ending),
  }));
}

function toGroup({ isBefore, kind, field, settledTo, retiredTo, ...sums }: GroupRow): MovementGroup {
  return {
    kind: kindOfCode(kind),
    terms: settledTo && retiredTo ? { settledTo, retiredTo } : null,
    field,
    isBefore: isBefore === 1,
    sums: {
      liabilityCents: BigInt(sums.liability),
      arcCostCents: BigInt(sums.arcCost),
      arcAccumulatedCents: BigInt(sums.arcAccumulated),
      cashCents: BigInt(sums.cash),
    },
  };
}
