import { type SQL, sql } from 'drizzle-orm';
import { well } from '#db/schema';
import { wholeNumber } from '#db/whole-number';
import { retirementDateOf } from '~/domain/books/life';
import { codeOfKind } from '~/domain/books/movement-kinds';
import { WORKLIST_KINDS, type WorklistKind } from '~/domain/books/worklist';
import { type CalendarDate, END_OF_TIME, utcDay } from '~/domain/calendar/calendar-date';
import { type Cents, formatCents } from '~/domain/money/money';
import type { WorklistCounts, WorklistItem, WorklistPage, WorklistQuery } from '~/schemas/books/worklist';
import type { WellStatus } from '~/schemas/wells/well';
import type { CompanyContext, CompanyScope, DatedScope } from '~/services/platform/context.server';
import { afterCursor, type ListOrder } from '~/services/platform/keyset.server';
import { toPage } from '~/services/platform/page.server';
import { wellFilter } from '~/services/wells/well.server';
import { type LayerFilter, matchingLayers } from './aro-layer.server';
import { ledgerIdOf } from './ledger-number.server';

/**
 * Conditions by kind for a well `w`, with its balance from `wellBalances` or `balancesOn`, to be on the worklist on a day. Dates
 * are compared as text, which is much faster for 100,000 wells than SQLite's date functions.
 */
function conditions(at: Day): Record<CarryingKind, SQL> {
  const { day, yearAgo } = at;
  const isPlugged = isPluggedOn(at);
  return {
    overdue: sql`(carried <> 0 and not ${isPlugged} and coalesce(retires, (substr(estimated, 1, 4) + years) || substr(estimated, 5)) < ${day})`,
    plugged: sql`(carried <> 0 and ${isPlugged})`,
    unreviewed: sql`(carried <> 0 and not ${isPlugged} and estimated < ${yearAgo})`,
    negative: sql`(carried < 0)`,
  };
}

/** Worklist kinds for wells that have layers. */
type CarryingKind = Exclude<WorklistKind, 'unrecorded'>;
const CARRYING_KINDS = WORKLIST_KINDS.filter((kind): kind is CarryingKind => kind !== 'unrecorded');

function isPluggedOn({ day }: Day): SQL {
  return sql`(w.well_status = 'Plugged' and coalesce(w.plugged_on, '') <= ${day})`;
}

/**
 * SQL condition: true when a well `w` is in service on a day with no obligation in the books. A well that was settled or sold
 * still has layers; one whose layers are all reversed has none.
 * @param wellsWithLayers subquery for the wells that have layers
 * Source: ASC 410-20-25-1, an obligation is recognized when it is incurred; an auditor looks for those that were not.
 */
function isUnrecorded(at: Day, wellsWithLayers: SQL): SQL {
  return sql`(not ${isPluggedOn(at)} and w.active_date <= ${at.day} and w.ledger_id not in ${wellsWithLayers})`;
}

function recordedWells(scope: CompanyScope): SQL {
  return sql`(select well from layer where company = ${ledgerIdOf(scope)} and not is_reversed)`;
}

/** A day, and the same day a year earlier, as SQL text values. */
type Day = Record<'day' | 'yearAgo', SQL>;

function dayOf(day: CalendarDate): Day {
  return { day: sql`${day}`, yearAgo: sql`${Number(day.slice(0, 4)) - 1 + day.slice(4)}` };
}

/**
 * Subquery for each of the company's wells with its carrying amount and newest unreversed layer: `well`, `carried`, `estimated`,
 * `years`, `retires` (if its calculation named a date), the number of its shown and Current layers, `layers`, and their carrying
 * amount, `shown`. With max(), SQLite takes the other columns from the newest layer's row.
 * @param layerIds subquery for the ids of the layers shown, which also limits the wells to theirs; null shows all layers
 */
export function wellBalances(scope: CompanyScope, layerIds: SQL | null = null): SQL {
  const isShown = layerIds ? sql`l.id in ${layerIds}` : sql`1`;
  const isShownWell = layerIds ? sql`and l.well in (select well from layer where id in ${layerIds})` : sql``;
  return sql`(
    select l.well, max(l.layer_number) as newest, l.calculation_date as estimated, l.well_lifespan_years as years,
      l.retirement_date as retires, sum(l.current_aro_cents) as carried, sum(iif(${isShown}, l.current_aro_cents, 0)) as shown,
      sum(${isShown} and not (l.current_aro_cents = 0 and l.settled_cents <> 0)) as layers
    from layer l where l.company = ${ledgerIdOf(scope)} and not l.is_reversed ${isShownWell} group by l.well)`;
}

/**
 * Like wellBalances, but at the end of a day: today's balances less later movements. Accretion never changes whether a layer has
 * a balance, or its sign. So for wells whose layers are all positive, which is most of the ledger, later accretion is not read
 * and remains in `carried`.
 * @param at subquery for the day, with one row and the column `through`
 * @param isExact excludes later accretion from `carried` for all wells
 */
function balancesOn(scope: CompanyScope, at: SQL, isExact = false): SQL {
  const company = ledgerIdOf(scope);
  const accreted = sql.raw(String(codeOfKind('accreted')));
  const laterMovements = sql`select m.layer, m.liability from ${at} a cross join posting p cross join movement m on m.posting = p.id
    where p.company = ${company} and p.day > a.through and p.kind <> 'depreciation'`;
  const mixedWellAccretion = sql`
    select m.layer, m.liability
    from layer l cross join ${at} a cross join posting p cross join movement m on m.posting = p.id and m.layer = l.id
    where l.company = ${company} and p.company = ${company} and p.day > a.through and m.kind = ${accreted} and l.well in (
      select well from layer where company = ${company} and (aro_value_cents < 0 or current_aro_cents < 0))`;
  const movementRows = isExact
    ? laterMovements
    : sql`${laterMovements} and p.kind <> 'accretion' and m.kind <> ${accreted} union all ${mixedWellAccretion}`;
  return sql`(
    with later(layer, cents) as materialized (select layer, sum(liability) from (${movementRows}) group by layer)
    select l.well, max(l.layer_number) as newest, l.calculation_date as estimated, l.well_lifespan_years as years,
      l.retirement_date as retires, sum(l.current_aro_cents - coalesce(x.cents, 0)) as carried
    from ${at} a cross join layer l left join later x on x.layer = l.id
    where l.company = ${company} and (select day from posting where id = l.recognized_by) <= a.through
      and (not l.is_reversed or x.cents <> 0)
    group by l.well)`;
}

/** Select columns with today's number of wells of each kind that have layers, over `wellBalances` and its wells `w`. */
export function worklistCounts(scope: { now: Date }): SQL {
  return countColumns(dayOf(utcDay(scope.now)));
}

function countColumns(day: Day): SQL {
  const conditionByKind = conditions(day);
  const columns = CARRYING_KINDS.map(
    (kind) => sql`coalesce(sum${conditionByKind[kind]}, 0) as ${sql.raw(kind)}`,
  );
  return sql.join(columns, sql`, `);
}

/** Number of wells of each kind at the end of a month, or today for the current month. */
export type MonthWorklist = WorklistCounts & { end: CalendarDate };

/**
 * Query for the counts of one month: the worklist as of then, however late the month is closed. Returns one row, or none if
 * nothing was ever posted, so that no month can be closed. Unexecuted.
 * @param end last day of the month; null for the next month to close
 * Source: the rule that a close warns of the worklist; an accountant who closes March in November looks at March.
 */
export function monthWorklistQuery(scope: DatedScope, end: CalendarDate | null = null) {
  const today = utcDay(scope.now);
  const nextMonthEnd = sql`(
    select date(coalesce(date(c.closed_through, '+1 day'), (select min(day) from posting where company = c.ledger_id)),
      'start of month', '+1 month', '-1 day')
    from company c where c.id = ${scope.companyId})`;
  const at = sql`(select ends, iif(ends < ${today}, ends, ${END_OF_TIME}) as through, min(ends, ${today}) as day
    from (select ${end ?? nextMonthEnd} as ends) where ends is not null and exists (select 1 from posting where company = ${ledgerIdOf(scope)}))`;
  const day = { day: sql`a.day`, yearAgo: sql`(substr(a.day, 1, 4) - 1) || substr(a.day, 5)` };
  return scope.db.all<MonthWorklist>(sql`
    with balances as materialized ${balancesOn(scope, at)}
    select a.ends as "end", carrying.*, (
        select count(*) from well w
        where ${isListedWell(scope)} and ${isUnrecorded(day, sql`(select well from balances)`)}) as unrecorded
    from ${at} a cross join (
      select ${countColumns(day)} from ${at} a cross join balances b cross join well w on w.ledger_id = b.well
      where ${isListedWell(scope)}) carrying`);
}

function isListedWell({ companyId }: Pick<CompanyScope, 'companyId'>): SQL {
  return sql`(w.company_id = ${companyId} and w.deleted_at is null)`;
}

/** Query for the number of wells without an obligation today, of those that a layer filter shows. Unexecuted. */
export function unrecordedQuery(scope: DatedScope, filter: LayerFilter = {}) {
  const at = dayOf(utcDay(scope.now));
  return scope.db.all<{ unrecorded: number }>(sql`
    select count(*) as unrecorded from well w
    where ${isListedWell(scope)} and ${isUnrecorded(at, recordedWells(scope))} and ${shownWells(scope, 'unrecorded', filter)}`);
}

/** SQL condition: true when a layer filter shows a well `w`: one of its layers, or the well itself if it has none. */
function shownWells(scope: CompanyScope, kind: WorklistKind, filter: LayerFilter): SQL {
  if (kind !== 'unrecorded') {
    const layerIds = matchingLayers(scope, filter);
    return layerIds
      ? sql`w.ledger_id in (select b.well from ${wellBalances(scope, layerIds)} b where b.layers > 0)`
      : sql`1`;
  }
  const { wellId, search, field, layer, status } = filter;
  if (layer || status) return sql`0`;
  const isRequestedWell = wellId ? sql`w.id = ${wellId}` : sql`1`;
  const wellCondition = wellFilter(scope, { search, field });
  return search || field
    ? sql`${isRequestedWell} and w.id in (select ${well.id} from ${well} where ${wellCondition})`
    : isRequestedWell;
}

/**
 * Query for the number of wells on the worklist, each counted once regardless of its reasons. Unexecuted. Every page's header
 * runs it, so wells without an obligation are looked up only if some well has no layers, which an index count reveals.
 */
export function attentionQuery(scope: DatedScope) {
  const at = dayOf(utcDay(scope.now));
  const conditionByKind = conditions(at);
  const anyCondition = sql.join(
    CARRYING_KINDS.map((kind) => conditionByKind[kind]),
    sql` or `,
  );
  return scope.db.all<{ wells: number }>(sql`
    select coalesce(sum(${anyCondition}), 0) + iif(count(*) = (select count(*) from well w where ${isListedWell(scope)}), 0, (
      select count(*) from well w where ${isListedWell(scope)} and ${isUnrecorded(at, recordedWells(scope))})) as wells
    from ${wellBalances(scope)} b cross join well w on w.ledger_id = b.well
    where ${isListedWell(scope)}`);
}

type ItemRow = {
  wellId: string;
  wellCode: string;
  wellName: string;
  wellStatus: WellStatus;
  field: string;
  codeKey: string;
  activeDate: CalendarDate;
  pluggedOn: CalendarDate | null;
  carried: Cents;
  estimated: CalendarDate | null;
  years: number | null;
  retires: CalendarDate | null;
};

/**
 * One page of the wells of a kind that need attention, or did at the end of a day, ordered by code.
 * @throws AppError invalid for a malformed cursor
 * Source: the rule of the worklist.
 */
export async function getWorklist(ctx: CompanyContext, query: WorklistQuery): Promise<WorklistPage> {
  const { kind, limit, cursor } = query;
  const today = utcDay(ctx.now);
  const day = query.asOf && query.asOf < today ? query.asOf : today;
  const balances = day < today ? balancesOn(ctx, sql`(select ${day} as through)`, true) : wellBalances(ctx);
  const wellsWithLayers = day < today ? sql`(select well from ${balances})` : recordedWells(ctx);
  const order: ListOrder = [{ by: sql`w.well_code_key` }];
  const wellFields = sql`w.id as "wellId", w.well_code as "wellCode", w.well_name as "wellName", w.well_status as "wellStatus", w.field,
      w.well_code_key as "codeKey", w.active_date as "activeDate", w.plugged_on as "pluggedOn"`;
  const kindSelect =
    kind === 'unrecorded'
      ? sql`select ${wellFields}, 0 as carried, null as estimated, null as years, null as retires
          from well w where ${isUnrecorded(dayOf(day), wellsWithLayers)}`
      : sql`select ${wellFields}, b.carried, b.estimated, b.years, b.retires
          from ${balances} b cross join well w on w.ledger_id = b.well where ${conditions(dayOf(day))[kind]}`;
  const rows = await ctx.db.all<ItemRow>(sql`
    ${kindSelect} and ${isListedWell(ctx)} and ${shownWells(ctx, kind, query)} and ${afterCursor(order, cursor) ?? sql`1`}
    order by w.well_code_key limit ${wholeNumber(limit + 1)}`);
  return toPage(rows, limit, { view: toItem, cursor: ({ codeKey }) => [codeKey] });
}

function toItem({ carried, estimated, years, retires, codeKey: _, ...item }: ItemRow): WorklistItem {
  return {
    ...item,
    pluggedOn: item.wellStatus === 'Plugged' ? item.pluggedOn : null,
    carryingAmount: formatCents(carried),
    estimatedOn: estimated,
    retirementDate:
      estimated === null || years === null
        ? null
        : retirementDateOf({ calculationDate: estimated, wellLifespanYears: years, retirementDate: retires }),
  };
}
