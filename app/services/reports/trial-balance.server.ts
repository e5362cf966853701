import { type SQL, sql } from 'drizzle-orm';
import { wholeNumber } from '#db/whole-number';
import { journalSettingsOf, settingsByField } from '~/domain/books/journal';
import { codeOfKind, kindOfCode } from '~/domain/books/movement-kinds';
import type { OffsetTerms } from '~/domain/books/posting-terms';
import { type MovementGroup, type TrialBalanceRow, trialBalance } from '~/domain/books/trial-balance';
import { formatCents } from '~/domain/money/money';
import type { TrialBalanceQuery } from '~/schemas/reports/report';
import type { TrialBalanceView } from '~/schemas/reports/report-views';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import { companyQuery } from '~/services/people/change-company.server';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';

/** Data for a trial balance: the company's accounts, and sums of movements that are booked alike. Returns unexecuted statements. */
export function trialBalanceReads(scope: CompanyScope, query: TrialBalanceQuery) {
  return { companies: companyQuery(scope), groups: groupsQuery(scope, query) };
}

/** D1 returns at most 2 MB per value, and a row takes about 300 bytes. */
const ROWS_PER_TEXT = 4_000;

/** `group` is "Total", the field, or the well code. A deleted well has no id. */
type GroupRow = {
  key: string | number;
  group: string;
  wellId: string | null;
  isBefore: 0 | 1;
  kind: number;
  /** The field, if fields have their own accounts. */
  accountsOf: string | null;
} & {
  [Term in keyof OffsetTerms]: OffsetTerms[Term] | null;
} & Record<'liability' | 'arcCost' | 'arcAccumulated' | 'cash', string>;

/**
 * Sums of movements that are booked alike. The offsets of asset and cash may go to two accounts or to one. The asset's
 * offset may also go to accumulated depreciation, where it nets to the cost. Kind and signs are combined in one number,
 * because SQLite sorts the movements by what they are grouped by, and sorts one number several times as fast as seven. Sums
 * can be too large for a JavaScript number to hold exactly, so they are read as text.
 */
function groupsQuery(scope: CompanyScope, { beginDate, endDate, by, field }: TrialBalanceQuery) {
  const offsets = [
    sql`m.arc_cost + m.arc_accumulated`,
    sql`m.cash - m.liability`,
    sql`m.arc_cost + m.arc_accumulated + m.cash - m.liability`,
  ];
  const signed = ['m.liability', 'm.arc_cost', 'm.arc_accumulated', 'm.cash'].map((column) =>
    sql.raw(column),
  );
  const kindAndSides = [...signed, ...offsets].reduce<SQL>(
    (number, amount) => sql`(${number}) * 3 + sign(${amount}) + 1`,
    sql`m.kind`,
  );
  // Looks up each movement's field only if fields have their own accounts.
  const accountsOf = sql`iif(${hasOneSet(scope)}, null,
    (select w.field from layer l join well w on w.ledger_id = l.well and w.company_id = ${scope.companyId} where l.id = m.layer))`;
  const sum = (column: string) => sql`cast(sum(m.${sql.raw(column)}) as text)`;
  const isOfWells = by !== 'total' || Boolean(field);
  const wells = sql`
    cross join layer l on l.id = m.layer
    cross join well w on w.ledger_id = l.well and w.company_id = ${scope.companyId}`;
  const group = { total: sql`'Total'`, field: sql`w.field`, well: sql`w.ledger_id` }[by];
  return scope.db.all<{ items: string }>(sql`
    with booked as (
      select ${group} as key, ${by === 'well' ? sql`min(w.well_code)` : group} as "group",
        ${by === 'well' ? sql`iif(w.deleted_at is null, min(w.id), null)` : sql`null`} as "wellId",
        ${by === 'well' ? sql`w.well_code_key` : group} as place,
        p.day < ${beginDate} as "isBefore", min(m.kind) as kind,
        ${accountsOf} as "accountsOf", p.terms ->> '$.settledTo' as "settledTo", p.terms ->> '$.retiredTo' as "retiredTo",
        ${sum('liability')} as liability, ${sum('arc_cost')} as "arcCost",
        ${sum('arc_accumulated')} as "arcAccumulated", ${sum('cash')} as cash
      from posting p cross join movement m on m.posting = p.id ${isOfWells ? wells : sql``}
      where p.company = ${ledgerIdOf(scope)} and p.day <= ${endDate} ${field ? sql`and w.field = ${field}` : sql``}
        ${isOfWells ? sql`` : sql`and not (${isOfTimeAlone} and ${hasOneSet(scope)})`}
      group by key, "isBefore", "accountsOf", "settledTo", "retiredTo", ${kindAndSides}
      ${isOfWells ? sql`` : sql`union all ${timeQuery(scope, { beginDate, endDate })}`})
    select json_group_array(json(item)) as items from (
      select json_object('key', key, 'group', "group", 'wellId', "wellId", 'isBefore', "isBefore", 'kind', kind, 'accountsOf', "accountsOf",
          'settledTo', "settledTo", 'retiredTo', "retiredTo", 'liability', liability, 'arcCost', "arcCost",
          'arcAccumulated', "arcAccumulated", 'cash', cash) as item,
        row_number() over (order by place, key) - 1 as number
      from booked)
    group by number / ${wholeNumber(ROWS_PER_TEXT)} order by number / ${wholeNumber(ROWS_PER_TEXT)}`);
}

/** SQL condition that all fields have the same accounts. */
function hasOneSet({ companyId }: CompanyScope): SQL {
  return sql`(select coalesce(json_array_length(field_accounts), 0) = 0 from company where id = ${companyId})`;
}

const ACCRETED = wholeNumber(codeOfKind('accreted'));
const DEPRECIATED = wholeNumber(codeOfKind('depreciated'));
/** SQL condition that a movement is accretion or depreciation, and moves no other amount. */
const isOfTimeAlone = sql`(m.arc_cost = 0 and m.cash = 0 and (
  m.kind = ${ACCRETED} and m.arc_accumulated = 0 or m.kind = ${DEPRECIATED} and m.liability = 0))`;

/**
 * Accretion and depreciation of a whole company: nearly all movements of a ledger. They are summed in posting order, because
 * one sum per kind and sign is enough. Sorted like the others, they would exceed D1's limit of 30 seconds, with ten years of
 * 100,000 layers.
 */
function timeQuery(
  scope: CompanyScope,
  { beginDate, endDate }: Pick<TrialBalanceQuery, 'beginDate' | 'endDate'>,
): SQL {
  const sum = (kind: SQL, column: SQL) =>
    sql`cast(sum(iif(kind = ${kind}, iif(side > 0, ${column}Up, ${column}Down), 0)) as text)`;
  return sql`
    select 'Total', 'Total', null, 'Total', "isBefore", kind, null, "settledTo", "retiredTo",
      ${sum(ACCRETED, sql`liability`)}, '0', ${sum(DEPRECIATED, sql`accumulated`)}, '0'
    from (
      select p.day < ${beginDate} as "isBefore", p.terms ->> '$.settledTo' as "settledTo", p.terms ->> '$.retiredTo' as "retiredTo",
        sum(max(m.liability, 0)) as liabilityUp, sum(min(m.liability, 0)) as liabilityDown,
        sum(max(m.arc_accumulated, 0)) as accumulatedUp, sum(min(m.arc_accumulated, 0)) as accumulatedDown
      from posting p cross join movement m on m.posting = p.id
      where p.company = ${ledgerIdOf(scope)} and p.day <= ${endDate} and ${isOfTimeAlone} and ${hasOneSet(scope)}
      group by p.day, p.id
    ) cross join (
      select ${ACCRETED} as kind, 1 as side union all select ${ACCRETED}, -1
      union all select ${DEPRECIATED}, 1 union all select ${DEPRECIATED}, -1)
    group by "isBefore", "settledTo", "retiredTo", kind, side`;
}

/**
 * The trial balance of a company's ledger between two dates, inclusive; see `trialBalance`. Wells that were later deleted are
 * included with their reversals, as in the journal. By field or by well, there is one trial balance for each. An account limits them
 * to that one.
 * @param query as passed to trialBalanceReads
 */
export function toTrialBalance(
  { by, account }: TrialBalanceQuery,
  { companies, groups }: RowsOf<ReturnType<typeof trialBalanceReads>>,
): TrialBalanceView[] {
  const { journalSettings, fieldAccounts } = companies[0]!;
  const settingsOf = settingsByField(journalSettingsOf(journalSettings), fieldAccounts);
  const rows = groups.flatMap(({ items }) => JSON.parse(items) as GroupRow[]);
  const rowGroups = by === 'total' ? [rows] : Map.groupBy(rows, ({ key }) => key).values();
  return [...rowGroups].flatMap((groupRows) =>
    trialBalance(groupRows.map(toGroup), settingsOf)
      .filter(({ name }) => !account || name === account)
      .map((row) => toView(row, groupRows[0]!)),
  );
}

function toView(
  row: TrialBalanceRow,
  { group, wellId }: Pick<GroupRow, 'group' | 'wellId'>,
): TrialBalanceView {
  return {
    group,
    wellId,
    ...row,
    beginning: formatCents(row.beginning),
    debits: formatCents(row.debits),
    credits: formatCents(row.credits),
    ending: formatCents(row.ending),
  };
}

function toGroup({ isBefore, kind, accountsOf, settledTo, retiredTo, ...sums }: GroupRow): MovementGroup {
  return {
    kind: kindOfCode(kind),
    terms: settledTo && retiredTo ? { settledTo, retiredTo } : null,
    field: accountsOf,
    isBefore: isBefore === 1,
    sums: {
      liabilityCents: BigInt(sums.liability),
      arcCostCents: BigInt(sums.arcCost),
      arcAccumulatedCents: BigInt(sums.arcAccumulated),
      cashCents: BigInt(sums.cash),
    },
  };
}
