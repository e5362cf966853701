import { type SQL, sql } from 'drizzle-orm';
import { retirementDateOf } from '~/domain/books/life';
import { codeOfKind } from '~/domain/books/movement-kinds';
import { type CalendarDate, utcDay } from '~/domain/calendar/calendar-date';
import { type Cents, formatCents } from '~/domain/money/money';
import {
  WORKLIST_KINDS,
  type WorklistCounts,
  type WorklistItem,
  type WorklistKind,
  type WorklistPage,
  type WorklistQuery,
} from '~/schemas/books/worklist';
import type { WellStatus } from '~/schemas/wells/well';
import type { CompanyContext, CompanyScope, DatedScope } from '~/services/platform/context.server';
import { afterCursor, type ListOrder } from '~/services/platform/keyset.server';
import { toPage } from '~/services/platform/page.server';
import { ledgerIdOf } from './ledger-number.server';

/**
 * When a well `w` with its balance from `wellBalances` or `balancesOn` is on the worklist of a day, by kind. Days are compared as
 * text: for 100,000 wells that is much quicker than SQLite's date functions.
 */
function conditions({ day, yearAgo }: Day): Record<WorklistKind, SQL> {
  const isPlugged = sql`(w.well_status = 'Plugged' and coalesce(w.plugged_on, '') <= ${day})`;
  return {
    overdue: sql`(carried <> 0 and not ${isPlugged} and coalesce(retires, (substr(estimated, 1, 4) + years) || substr(estimated, 5)) < ${day})`,
    plugged: sql`(carried <> 0 and ${isPlugged})`,
    unreviewed: sql`(carried <> 0 and not ${isPlugged} and estimated < ${yearAgo})`,
    negative: sql`(carried < 0)`,
  };
}

/** A day, and the same day a year earlier: texts, or columns of them. */
type Day = Record<'day' | 'yearAgo', SQL>;

function dayOf(day: CalendarDate): Day {
  return { day: sql`${day}`, yearAgo: sql`${Number(day.slice(0, 4)) - 1 + day.slice(4)}` };
}

/**
 * What each of the company's wells carries, with its newest layer that counts, as a table for SQL: `well`, `carried`, `layers`
 * (those that are Current), `estimated`, `years`, `retires` (where its calculation named a day). The columns beside max() are those of the newest layer, as SQLite has it.
 * @param only ids of layers, as a table for SQL; null takes all of them
 */
export function wellBalances(scope: CompanyScope, only: SQL | null = null): SQL {
  return sql`(
    select l.well, max(l.layer_number) as newest, l.calculation_date as estimated, l.well_lifespan_years as years,
      l.retirement_date as retires, sum(l.current_aro_cents) as carried, sum(not (l.current_aro_cents = 0 and l.settled_cents <> 0)) as layers
    from layer l where l.company = ${ledgerIdOf(scope)} and not l.is_reversed ${only ? sql`and l.id in ${only}` : sql``} group by l.well)`;
}

/**
 * As wellBalances, at the end of each of several days, which `ends` names: what is there now less what came since. Whether a
 * layer carries anything, and on which side, no accretion changes, so that of wells whose layers are all positive is not read,
 * most of the ledger, and is left in `carried`.
 * @param days a table for SQL with `ends`, `through` (movements count through this day) and `day` (what dates are compared with)
 * @param isExact whether `carried` is without the later accretion for all wells; for a single day
 */
function balancesOn(scope: CompanyScope, days: SQL, isExact = false): SQL {
  const company = ledgerIdOf(scope);
  const accreted = sql.raw(String(codeOfKind('accreted')));
  const since = sql`from ${days} d cross join posting p cross join movement m on m.posting = p.id
    where p.company = ${company} and p.day > d.through and p.kind <> 'depreciation'`;
  const ofMixedWells = sql`
    select d.ends, m.layer, m.liability
    from layer l cross join ${days} d cross join posting p cross join movement m on m.posting = p.id and m.layer = l.id
    where l.company = ${company} and p.company = ${company} and p.day > d.through and m.kind = ${accreted} and l.well in (
      select well from layer where company = ${company} and (aro_value_cents < 0 or current_aro_cents < 0))`;
  const moves = isExact
    ? sql`select d.ends, m.layer, m.liability ${since}`
    : sql`select d.ends, m.layer, m.liability ${since} and p.kind <> 'accretion' and m.kind <> ${accreted} union all ${ofMixedWells}`;
  return sql`(
    with later(ends, layer, cents) as materialized (
      select ends, layer, sum(liability) from (${moves}) group by ends, layer)
    select d.ends, d.day, l.well, max(l.layer_number) as newest, l.calculation_date as estimated, l.well_lifespan_years as years,
      l.retirement_date as retires, sum(l.current_aro_cents - coalesce(x.cents, 0)) as carried
    from ${days} d cross join layer l left join later x on x.ends = d.ends and x.layer = l.id
    where l.company = ${company} and (select day from posting where id = l.recognized_by) <= d.through
      and (not l.is_reversed or x.cents <> 0)
    group by d.ends, l.well)`;
}

/** How many wells each kind has today: columns of a select over `wellBalances` and its wells `w`. */
export function worklistCounts(scope: { now: Date }): SQL {
  return countColumns(dayOf(utcDay(scope.now)));
}

function countColumns(day: Day): SQL {
  const is = conditions(day);
  const columns = WORKLIST_KINDS.map((kind) => sql`coalesce(sum${is[kind]}, 0) as ${sql.raw(kind)}`);
  return sql.join(columns, sql`, `);
}

/** How many wells of each kind there were at the end of a month, or today in the month that still runs. */
export type MonthWorklist = WorklistCounts & { end: CalendarDate };

/**
 * The counts of each open month, and of one more: what was on the worklist then, however late it is closed. A month in which no
 * well had a layer is missing. A statement not yet run.
 * Source: the rule that a close warns of the worklist; an accountant who closes March in November looks at March.
 */
export function worklistByMonthQuery(scope: DatedScope, also: CalendarDate | null = null) {
  const today = utcDay(scope.now);
  const monthEnd = (day: SQL) => sql`date(${day}, 'start of month', '+1 month', '-1 day')`;
  const days = sql`(
    with recursive period(ends) as (
      select ${monthEnd(sql`coalesce(date(c.closed_through, '+1 day'), (select min(day) from posting where company = c.ledger_id))`)}
      from company c where c.id = ${scope.companyId}
      union all select ${monthEnd(sql`date(ends, '+1 day')`)} from period where ends < ${today})
    select ends, iif(ends < ${today}, ends, '9999-12-31') as through, min(ends, ${today}) as day
    from (select ends from period union select ${also}) where ends is not null)`;
  return scope.db.all<MonthWorklist>(sql`
    with days as materialized (select * from ${days})
    select b.ends as "end", ${countColumns({ day: sql`b.day`, yearAgo: sql`(substr(b.day, 1, 4) - 1) || substr(b.day, 5)` })}
    from ${balancesOn(scope, sql`days`)} b cross join well w on w.ledger_id = b.well
    where w.company_id = ${scope.companyId} and w.deleted_at is null
    group by b.ends`);
}

/** The counts of a month, by its last day. */
export function worklistOf(months: readonly MonthWorklist[], end: CalendarDate): WorklistCounts {
  return months.find((month) => month.end === end) ?? { overdue: 0, plugged: 0, unreviewed: 0, negative: 0 };
}

/** How many wells are on the worklist, each once, whatever the number of reasons; a statement not yet run. */
export function attentionQuery(scope: DatedScope) {
  const is = conditions(dayOf(utcDay(scope.now)));
  const any = sql.join(
    WORKLIST_KINDS.map((kind) => is[kind]),
    sql` or `,
  );
  return scope.db.all<{ wells: number }>(sql`
    select count(*) as wells from ${wellBalances(scope)} b cross join well w on w.ledger_id = b.well
    where w.company_id = ${scope.companyId} and w.deleted_at is null and (${any})`);
}

type ItemRow = {
  wellId: string;
  wellCode: string;
  wellName: string;
  wellStatus: WellStatus;
  field: string;
  codeKey: string;
  pluggedOn: CalendarDate | null;
  carried: Cents;
  estimated: CalendarDate;
  years: number;
  retires: CalendarDate | null;
};

/**
 * The wells that need attention, or did at the end of a day, a page of one kind in the order of their codes.
 * @throws AppError invalid for a cursor that is none
 * Source: the rule of the worklist.
 */
export async function getWorklist(ctx: CompanyContext, query: WorklistQuery): Promise<WorklistPage> {
  const { kind, limit, cursor } = query;
  const today = utcDay(ctx.now);
  const day = query.asOf && query.asOf < today ? query.asOf : today;
  const balances =
    day < today
      ? balancesOn(ctx, sql`(select ${day} as ends, ${day} as through, ${day} as day)`, true)
      : wellBalances(ctx);
  const order: ListOrder = [{ by: sql`w.well_code_key` }];
  const rows = await ctx.db.all<ItemRow>(sql`
    select w.id as "wellId", w.well_code as "wellCode", w.well_name as "wellName", w.well_status as "wellStatus", w.field,
      w.well_code_key as "codeKey", w.plugged_on as "pluggedOn", b.carried, b.estimated, b.years, b.retires
    from ${balances} b cross join well w on w.ledger_id = b.well
    where w.company_id = ${ctx.companyId} and w.deleted_at is null
      and ${conditions(dayOf(day))[kind]} and ${afterCursor(order, cursor) ?? sql`1`}
    order by w.well_code_key limit ${limit + 1}`);
  return toPage(rows, limit, { view: toItem, cursor: ({ codeKey }) => [codeKey] });
}

function toItem({ carried, estimated, years, retires, codeKey: _, ...well }: ItemRow): WorklistItem {
  return {
    ...well,
    pluggedOn: well.wellStatus === 'Plugged' ? well.pluggedOn : null,
    carryingAmount: formatCents(carried),
    estimatedOn: estimated,
    retirementDate: retirementDateOf({
      calculationDate: estimated,
      wellLifespanYears: years,
      retirementDate: retires,
    }),
  };
}
