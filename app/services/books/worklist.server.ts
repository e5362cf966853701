import { type SQL, sql } from 'drizzle-orm';
import { retirementDateOf } from '~/domain/books/life';
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
 * When a well `w` with its balance from `wellBalances` is on the worklist, by kind. Days are compared as text: for 100,000
 * wells that is much quicker than SQLite's date functions.
 */
function conditions(today: CalendarDate): Record<WorklistKind, SQL> {
  const isPlugged = sql`w.well_status = 'Plugged'`;
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
  return {
    overdue: sql`(carried <> 0 and not ${isPlugged} and coalesce(retires, (substr(estimated, 1, 4) + years) || substr(estimated, 5)) < ${today})`,
    plugged: sql`(carried <> 0 and ${isPlugged})`,
    unreviewed: sql`(carried <> 0 and not ${isPlugged} and estimated < ${yearAgo})`,
    negative: sql`(carried < 0)`,
  };
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

/** How many wells each kind has: columns of a select over `wellBalances` and its wells `w`. */
export function worklistCounts({ now }: { now: Date }): SQL {
  const is = conditions(utcDay(now));
  const columns = WORKLIST_KINDS.map((kind) => sql`coalesce(sum${is[kind]}, 0) as ${sql.raw(kind)}`);
  return sql.join(columns, sql`, `);
}

/** The counts of the company; a statement not yet run. */
export function worklistCountsQuery(scope: DatedScope) {
  return scope.db.all<WorklistCounts>(sql`
    select ${worklistCounts(scope)} from ${wellBalances(scope)} b cross join well w on w.ledger_id = b.well
    where w.company_id = ${scope.companyId} and w.deleted_at is null`);
}

/** How many wells are on the worklist, each once, whatever the number of reasons; a statement not yet run. */
export function attentionQuery(scope: DatedScope) {
  const is = conditions(utcDay(scope.now));
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
 * The wells that need attention, a page of one kind in the order of their codes.
 * @throws AppError invalid for a cursor that is none
 * Source: the rule of the worklist.
 */
export async function getWorklist(ctx: CompanyContext, query: WorklistQuery): Promise<WorklistPage> {
  const { kind, limit, cursor } = query;
  const order: ListOrder = [{ by: sql`w.well_code_key` }];
  const rows = await ctx.db.all<ItemRow>(sql`
    select w.id as "wellId", w.well_code as "wellCode", w.well_name as "wellName", w.well_status as "wellStatus", w.field,
      w.well_code_key as "codeKey", w.plugged_on as "pluggedOn", b.carried, b.estimated, b.years, b.retires
    from ${wellBalances(ctx)} b cross join well w on w.ledger_id = b.well
    where w.company_id = ${ctx.companyId} and w.deleted_at is null
      and ${conditions(utcDay(ctx.now))[kind]} and ${afterCursor(order, cursor) ?? sql`1`}
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
