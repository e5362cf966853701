import { sql } from 'drizzle-orm';
import {
  DEFAULT_JOURNAL_SETTINGS,
  type JournalEvent,
  type JournalRow,
  type JournalSettings,
  journalRows,
} from '~/domain/books/journal';
import { rollforwardRow } from '~/domain/books/rollforward';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import { type Cents, formatCents } from '~/domain/money/money';
import type { AroSummary, RollforwardView } from '~/schemas/platform/views';
import type { ReportQuery } from '~/schemas/reports/report';
import { layerTotalsQuery, toLayerTotals } from '~/services/books/aro-layer.server';
import { companyQuery } from '~/services/people/change-company.server';
import { type RowsOf, readTogether } from '~/services/platform/reads.server';
import type { CompanyContext, CompanyScope } from '~/services/platform/context.server';

/** Events read at once while a journal is answered; more only where a single date has more. */
const EVENTS_PER_READ = 20_000;
const EVENTS_PER_BATCH = 2_000;

/** Counts and exact sums over the company's layers. Only wells that have a layer count. */
export async function getAroSummary(ctx: CompanyContext): Promise<AroSummary> {
  return toLayerTotals(await layerTotalsQuery(ctx, {}));
}

type RollforwardSqlRow = [
  wellCode: string,
  wellName: string,
  field: string,
  beforeCents: Cents,
  additionsCents: Cents,
  accretionCents: Cents,
  reductionsCents: Cents,
  throughEndCents: Cents,
];

/**
 * The rollforward of each well that has any event up to the end date, by well code: layers count at their calculation
 * date, accretion at its period end. Both dates are included. One D1 round trip.
 *
 * Throws when a well does not tie, for then something is wrong with the figures and no file may leave.
 * Source: every balance is the sum of dated events; ASC 410-20-50-1(c).
 */
export async function getRollforward(
  ctx: CompanyContext,
  { beginDate, endDate }: ReportQuery,
): Promise<RollforwardView[]> {
  const { companyId } = ctx;
  // The ending balance is a sum of its own over the same events, which the row is then checked against.
  const rows = await ctx.db.values<RollforwardSqlRow>(sql`
    with recognized as (
      select well_id,
        sum(iif(calculation_date < ${beginDate}, aro_value_cents, 0)) as earlier,
        sum(iif(calculation_date >= ${beginDate}, max(aro_value_cents, 0), 0)) as additions,
        sum(iif(calculation_date >= ${beginDate}, max(-aro_value_cents, 0), 0)) as reductions,
        sum(aro_value_cents) as through_end
      from aro_layer where company_id = ${companyId} and calculation_date <= ${endDate}
      group by well_id
    ), accreted_layer as (
      select aro_layer_id,
        sum(iif(period_end < ${beginDate}, accretion_expense_cents, 0)) as earlier,
        sum(iif(period_end >= ${beginDate}, accretion_expense_cents, 0)) as accretion,
        sum(accretion_expense_cents) as through_end
      from accretion_record where company_id = ${companyId} and period_end <= ${endDate}
      group by aro_layer_id
    ), accreted as (
      select l.well_id, sum(a.earlier) as earlier, sum(a.accretion) as accretion, sum(a.through_end) as through_end
      from accreted_layer a cross join aro_layer l on l.id = a.aro_layer_id and l.company_id = ${companyId}
      group by l.well_id
    )
    select w.well_code, w.well_name, w.field,
      coalesce(r.earlier, 0) + coalesce(a.earlier, 0), coalesce(r.additions, 0), coalesce(a.accretion, 0),
      coalesce(r.reductions, 0), coalesce(r.through_end, 0) + coalesce(a.through_end, 0)
    from well w left join recognized r on r.well_id = w.id left join accreted a on a.well_id = w.id
    where w.company_id = ${companyId} and (r.well_id is not null or a.well_id is not null)
    order by w.well_code_key`);
  return rows.map(toRollforwardView);
}

function toRollforwardView(row: RollforwardSqlRow): RollforwardView {
  const [wellCode, wellName, field, ...sums] = row;
  const [beforeCents, additionsCents, accretionCents, reductionsCents, throughEndCents] = sums;
  try {
    const tied = rollforwardRow({
      beforeCents,
      additionsCents,
      accretionCents,
      reductionsCents,
      throughEndCents,
    });
    return {
      wellCode,
      wellName,
      field,
      beginningBalance: formatCents(tied.beginningCents),
      additions: formatCents(tied.additionsCents),
      accretion: formatCents(tied.accretionCents),
      reductions: formatCents(tied.reductionsCents),
      endingBalance: formatCents(tied.endingCents),
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Nothing that the person gave is wrong: this is no refusal but a failure of ours.
    throw new Error('A rollforward does not tie', { cause: error });
  }
}

/**
 * The journal entries of every layer and accretion within the dates, both included, in batches: by date, layers before
 * accretion, well code and layer number. Two rows to an event, so every voucher sums to 0.00. In batches because a
 * month of a large company alone has 200,000 rows, more text than a Worker's memory holds.
 * @param found what journalReads found a moment ago; read here unless given
 */
export async function* getJournalEntries(
  ctx: CompanyContext,
  query: ReportQuery,
  found?: RowsOf<ReturnType<typeof journalReads>>,
): AsyncGenerator<JournalRow[]> {
  const { companies, dates } = found ?? (await readTogether(ctx.db, journalReads(ctx, query)));
  const { code, journalSettings } = companies[0]!;
  const booked = {
    code,
    settings: { ...DEFAULT_JOURNAL_SETTINGS, ...(journalSettings as Partial<JournalSettings>) },
  };
  for (const range of cutIntoRanges(dates)) {
    const events = await readEvents(ctx, range);
    for (let start = 0; start < events.length; start += EVENTS_PER_BATCH) {
      yield events
        .slice(start, start + EVENTS_PER_BATCH)
        .flatMap((event) => journalRows({ event, company: booked }));
    }
  }
}

type DateRange = { begin: CalendarDate; end: CalendarDate };

/** What a journal begins with: whose it is, and on which dates there are how many events. Statements not yet run. */
export function journalReads(scope: CompanyScope, query: ReportQuery) {
  return { companies: companyQuery(scope), dates: eventDatesQuery(scope, query) };
}

function eventDatesQuery({ db, companyId }: CompanyScope, { beginDate, endDate }: ReportQuery) {
  return db.all<{ date: CalendarDate; events: number }>(sql`
    select date, sum(events) as events from (
      select calculation_date as date, count(*) as events from aro_layer
      where company_id = ${companyId} and calculation_date between ${beginDate} and ${endDate}
      group by calculation_date
      union all
      select period_end, count(*) from accretion_record
      where company_id = ${companyId} and period_end between ${beginDate} and ${endDate}
      group by period_end
    ) group by date order by date`);
}

/** Neighbouring dates read together, as long as they have few enough events. */
function cutIntoRanges(dates: { date: CalendarDate; events: number }[]): DateRange[] {
  const ranges: DateRange[] = [];
  let room = 0;
  for (const { date, events } of dates) {
    const last = ranges.at(-1);
    if (last && events <= room) {
      last.end = date;
      room -= events;
    } else {
      ranges.push({ begin: date, end: date });
      room = EVENTS_PER_READ - events;
    }
  }
  return ranges;
}

type EventSqlRow = [
  date: CalendarDate,
  isAccretion: 0 | 1,
  wellCode: string,
  layerNumber: number,
  cents: Cents,
];

async function readEvents(ctx: CompanyContext, { begin, end }: DateRange): Promise<JournalEvent[]> {
  const { companyId } = ctx;
  const rows = await ctx.db.values<EventSqlRow>(sql`
    select date, is_accretion, well_code, layer_number, cents from (
      select l.calculation_date as date, 0 as is_accretion, w.well_code, w.well_code_key, l.layer_number, l.aro_value_cents as cents
      from aro_layer l cross join well w on w.id = l.well_id and w.company_id = ${companyId}
      where l.company_id = ${companyId} and l.calculation_date between ${begin} and ${end}
      union all
      select r.period_end, 1, w.well_code, w.well_code_key, l.layer_number, r.accretion_expense_cents
      from accretion_record r
      cross join aro_layer l on l.id = r.aro_layer_id and l.company_id = ${companyId}
      cross join well w on w.id = l.well_id and w.company_id = ${companyId}
      where r.company_id = ${companyId} and r.period_end between ${begin} and ${end}
    ) where cents <> 0
    order by date, is_accretion, well_code_key, layer_number`);
  return rows.map(([date, isAccretion, wellCode, layerNumber, cents]) => ({
    kind: isAccretion ? 'accretion' : 'layer',
    date,
    wellCode,
    layerNumber,
    cents,
  }));
}
