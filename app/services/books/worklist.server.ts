import { type SQL, sql } from 'drizzle-orm';
import { retirementDateOf } from '~/domain/books/life';
import { codeOfKind } from '~/domain/books/movement-kinds';
import { WORKLIST_KINDS, type WorklistKind } from '~/domain/books/worklist';
import { type CalendarDate, utcDay } from '~/domain/calendar/calendar-date';
import { type Cents, formatCents } from '~/domain/money/money';
import type { WorklistCounts, WorklistItem, WorklistPage, WorklistQuery } from '~/schemas/books/worklist';
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
 * Like wellBalances, but at the end of a day: today's balances less the movements after that day. Accretion never changes
 * whether a layer has a balance, or its sign. So the later accretion of wells whose layers are all positive, which is most of the
 * ledger, is not read, and stays in `carried`.
 * @param at the day: a table for SQL with one row and the column `through`
 * @param isExact whether `carried` is without the later accretion for all wells
 */
function balancesOn(scope: CompanyScope, at: SQL, isExact = false): SQL {
  const company = ledgerIdOf(scope);
  const accreted = sql.raw(String(codeOfKind('accreted')));
  const since = sql`select m.layer, m.liability from ${at} a cross join posting p cross join movement m on m.posting = p.id
    where p.company = ${company} and p.day > a.through and p.kind <> 'depreciation'`;
  const ofMixedWells = sql`
    select m.layer, m.liability
    from layer l cross join ${at} a cross join posting p cross join movement m on m.posting = p.id and m.layer = l.id
    where l.company = ${company} and p.company = ${company} and p.day > a.through and m.kind = ${accreted} and l.well in (
      select well from layer where company = ${company} and (aro_value_cents < 0 or current_aro_cents < 0))`;
  const moves = isExact
    ? since
    : sql`${since} and p.kind <> 'accretion' and m.kind <> ${accreted} union all ${ofMixedWells}`;
  return sql`(
    with later(layer, cents) as materialized (select layer, sum(liability) from (${moves}) group by layer)
    select l.well, max(l.layer_number) as newest, l.calculation_date as estimated, l.well_lifespan_years as years,
      l.retirement_date as retires, sum(l.current_aro_cents - coalesce(x.cents, 0)) as carried
    from ${at} a cross join layer l left join later x on x.layer = l.id
    where l.company = ${company} and (select day from posting where id = l.recognized_by) <= a.through
      and (not l.is_reversed or x.cents <> 0)
    group by l.well)`;
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
export type MonthWorklist = WorklistCounts & { end: CalendarDate | null };

/**
 * The counts of one month: what was on the worklist then, however late it is closed. A statement not yet run: one row,
 * whose `end` is null where no layer had been recognized.
 * @param end the last day of the month; null takes the month that is to be closed next
 * Source: the rule that a close warns of the worklist; an accountant who closes March in November looks at March.
 */
export function monthWorklistQuery(scope: DatedScope, end: CalendarDate | null = null) {
  const today = utcDay(scope.now);
  const next = sql`(
    select date(coalesce(date(c.closed_through, '+1 day'), (select min(day) from posting where company = c.ledger_id)),
      'start of month', '+1 month', '-1 day')
    from company c where c.id = ${scope.companyId})`;
  const at = sql`(select ends, iif(ends < ${today}, ends, '9999-12-31') as through, min(ends, ${today}) as day
    from (select ${end ?? next} as ends) where ends is not null)`;
  const day = { day: sql`a.day`, yearAgo: sql`(substr(a.day, 1, 4) - 1) || substr(a.day, 5)` };
  return scope.db.all<MonthWorklist>(sql`
    select a.ends as "end", ${countColumns(day)}
    from ${at} a cross join ${balancesOn(scope, at)} b cross join well w on w.ledger_id = b.well
    where w.company_id = ${scope.companyId} and w.deleted_at is null`);
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
  const balances = day < today ? balancesOn(ctx, sql`(select ${day} as through)`, true) : wellBalances(ctx);
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
