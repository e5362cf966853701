import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import { parseRows, type RowsText, selectAsText } from '#db/json-array';
import { aroLayer, well } from '#db/schema';
import { wholeNumber } from '#db/whole-number';
import {
  type JournalEvent,
  type JournalRow,
  journalRows,
  journalSettingsOf,
  settingsByField,
} from '~/domain/books/journal';
import type { JournalEntry } from '~/domain/books/ledger-files/export-changes';
import type { FileTerms } from '~/domain/books/ledger-files/layout';
import { codesWhere, kindOfCode, VOUCHER_LETTERS, type VoucherLetter } from '~/domain/books/movement-kinds';
import type { PostingTerms } from '~/domain/books/posting-terms';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import { layerTypeColumn } from '~/services/books/layer-view.server';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import { interestsByWell, recordedInterestsQuery } from '~/services/books/recorded-interests.server';
import { m, p } from '~/services/books/unreversed.server';
import { companyQuery } from '~/services/people/change-company.server';
import type { CompanyContext, CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';

/** Movements per read while a journal is streamed: about 5 MB of text, which a Worker holds twice while it arrives. */
const EVENTS_PER_READ = 20_000;

/** The first and last day, inclusive, or SQL expressions for them. */
type JournalDates = { beginDate: CalendarDate | SQL; endDate: CalendarDate | SQL };

/** Data for a journal: the company, its working interests, and the number of movements per date. Returns unexecuted statements. */
export function journalReads(scope: CompanyScope, { beginDate, endDate }: JournalDates) {
  return {
    companies: companyQuery(scope),
    interests: recordedInterestsQuery(scope),
    dates: scope.db.all<{ date: CalendarDate; events: number }>(sql`
      select day as date, sum(movements) as events from posting
      where company = ${ledgerIdOf(scope)} and day between ${beginDate} and ${endDate} and kind <> 'opening'
      group by day order by day`),
  };
}

/** By well within a date, as people read the journal; or grouped by voucher, as files require. */
export type JournalOrder = 'wells' | 'vouchers';

export type JournalRows = RowsOf<ReturnType<typeof journalReads>>;

/**
 * Journal entries of every movement within the dates, inclusive, in batches. They are ordered by date, with layers before
 * accretion and reversals after both, then by well code and layer number. The rows of each movement sum to 0.00, and so does
 * every voucher. Entries of wells that were later deleted are included, with their reversals. In batches, because a single
 * month of a large company has 200,000 rows, more text than a Worker's memory holds.
 * @param rows from journalReads
 */
export async function* getJournalEntries(
  ctx: CompanyContext,
  rows: JournalRows,
  order: JournalOrder = 'wells',
): AsyncGenerator<JournalRow[]> {
  for await (const entries of getPostedEntries(ctx, rows, { order, through: null })) {
    yield entries.flatMap((entry) => entry.rows);
  }
}

/**
 * Like getJournalEntries, with the posting and well of each movement's rows.
 * @param through the last posting included; null for all
 */
export async function* getPostedEntries(
  ctx: CompanyContext,
  { companies, dates, interests }: JournalRows,
  { order, through, eventsPerRead = EVENTS_PER_READ }: PostedOptions,
): AsyncGenerator<(JournalEntry & { wellId: string | null })[]> {
  const { code, journalSettings, fieldAccounts } = companies[0]!;
  const company = { code, settingsOf: settingsByField(journalSettingsOf(journalSettings), fieldAccounts) };
  const interestOf = interestsByWell(interests);
  for await (const text of eventTexts(ctx, dates, { order, through, eventsPerRead })) {
    yield parseRows([text]).map((event) => ({
      posting: event.posting,
      wellId: event.wellId,
      rows: journalRows({ event: toEvent(event, interestOf), company }),
    }));
  }
}

type PostedOptions = { order: JournalOrder; through: number | null; eventsPerRead?: number };

/**
 * Movements of the dates, in order. A month-end of a large company has more than a Worker should hold. In that case, their
 * order is read first, and the movements follow in chunks.
 */
async function* eventTexts(
  ctx: CompanyContext,
  dates: JournalRows['dates'],
  { order, through, eventsPerRead }: Required<PostedOptions>,
): AsyncGenerator<RowsText<EventRow>> {
  for (const range of splitIntoRanges(dates, eventsPerRead)) {
    const postedSelect = selectPosted(ctx, range, order, through);
    if (range.events <= eventsPerRead) {
      yield* await eventsQuery(ctx, postedSelect);
      continue;
    }
    for (const { keys } of await keysQuery(ctx, postedSelect, eventsPerRead)) {
      yield* await eventsQuery(ctx, postedSelect, keys);
    }
  }
}

/** Settings that a journal file requires in addition to its rows. */
export function fileTermsOf({ companies }: Pick<JournalRows, 'companies'>): FileTerms {
  return journalSettingsOf(companies[0]!.journalSettings);
}

function toEvent(
  { kind, terms: text, ...row }: EventRow,
  interestOf: ReturnType<typeof interestsByWell>,
): JournalEvent {
  const terms = text === null ? null : (JSON.parse(text) as PostingTerms);
  return { ...row, interest: interestOf({ ...row, terms }), kind: kindOfCode(kind), terms };
}

type EventRow = Omit<JournalEvent, 'kind' | 'terms' | 'interest'> & {
  kind: number;
  terms: string | null;
  well: number;
  /** Null if the well was later deleted. */
  wellId: string | null;
  posting: number;
  reversesId: number | null;
};

type DateRange = { begin: CalendarDate; end: CalendarDate; events: number };

/** Combines neighboring dates into one read while they have few enough movements. */
function splitIntoRanges(dates: JournalRows['dates'], eventsPerRead: number): DateRange[] {
  const ranges: DateRange[] = [];
  for (const { date, events } of dates) {
    const lastRange = ranges.at(-1);
    if (lastRange && lastRange.events + events <= eventsPerRead) {
      lastRange.end = date;
      lastRange.events += events;
    } else {
      ranges.push({ begin: date, end: date, events });
    }
  }
  return ranges;
}

/** Movements that have an entry, with the journal's sort order. Two wells may have had the same code at different times. */
function selectPosted(
  ctx: CompanyContext,
  { begin, end }: DateRange,
  order: JournalOrder,
  through: number | null,
) {
  const journaled = codesWhere(({ voucher }) => voucher !== null);
  const codesOfVoucher = (letter: VoucherLetter) => codesWhere(({ voucher }) => voucher === letter);
  const letterOrder = (letters: readonly VoucherLetter[]) =>
    sql`case ${sql.join(
      letters.map(
        (letter, index) => sql`when ${m.kind} in ${codesOfVoucher(letter)} then ${wholeNumber(index)}`,
      ),
      sql` `,
    )} else ${wholeNumber(letters.length)} end`;
  return {
    where: and(
      sql`${p.company} = ${ledgerIdOf(ctx)} and ${p.day} between ${begin} and ${end}`,
      through === null ? undefined : lte(p.id, through),
      eq(m.posting, p.id),
      sql`${m.kind} in ${journaled}`,
      isOfItsWell(ctx),
    ),
    orderBy: [
      p.day,
      sql`${p.kind} = 'reversal'`,
      letterOrder(order === 'wells' ? ['L', 'A'] : VOUCHER_LETTERS),
      well.wellCodeKey,
      well.ledgerId,
      aroLayer.layerNumber,
      p.id,
      m.kind,
    ],
  };
}

function isOfItsWell(ctx: CompanyContext) {
  return and(eq(aroLayer.id, m.layer), eq(well.ledgerId, aroLayer.well), eq(well.companyId, ctx.companyId));
}

type PostedSelect = ReturnType<typeof selectPosted>;

/** Keys of movements in journal order, in texts of `keysPerText` keys. */
function keysQuery(ctx: CompanyContext, { where, orderBy }: PostedSelect, keysPerText: number) {
  const text = sql`number / ${wholeNumber(keysPerText)}`;
  const keys = ctx.db
    .select({ key: sql<string>`json_array(${m.posting}, ${m.layer}, ${m.kind})`.as('key') })
    .from(p)
    .crossJoin(m)
    .crossJoin(aroLayer)
    .crossJoin(well)
    .where(where)
    .orderBy(...orderBy);
  return ctx.db.all<{ keys: string }>(sql`
    select '[' || group_concat(key, ',' order by number) || ']' as keys
    from (select key, row_number() over () - 1 as number from (${keys.getSQL()} limit -1))
    group by ${text} order by ${text}`);
}

/** Movements as texts: the posted ones in their order, or those with the given keys in the order of the keys. */
function eventsQuery(ctx: CompanyContext, { where, orderBy }: PostedSelect, keys: string | null = null) {
  const baseSelect = ctx.db
    .select({
      kind: m.kind,
      date: p.day,
      reverses: sql<CalendarDate | null>`(select day from posting where id = ${p.reverses})`.as(
        'reversed_day',
      ),
      well: sql<number>`${well.ledgerId}`.as('well_number'),
      posting: sql<number>`${p.id}`.as('posting_number'),
      reversesId: sql<number | null>`${p.reverses}`.as('reversed_posting'),
      wellCode: well.wellCode,
      wellId: sql<string | null>`iif(${well.deletedAt} is null, ${well.id}, null)`.as('shown_well'),
      field: well.field,
      layerNumber: aroLayer.layerNumber,
      layerType: layerTypeColumn.as('layer_type'),
      liabilityCents: sql<Cents>`${m.liability}`.as('liability_cents'),
      arcCostCents: sql<Cents>`${m.arcCost}`.as('cost_cents'),
      arcAccumulatedCents: sql<Cents>`${m.arcAccumulated}`.as('accumulated_cents'),
      cashCents: sql<Cents>`${m.cash}`.as('cash_cents'),
      terms: sql<string | null>`${p.terms}`.as('terms'),
    })
    .from(keys === null ? sql`(select 1)` : sql`jsonb_each(${keys}) g`)
    .crossJoin(p)
    .crossJoin(m)
    .crossJoin(aroLayer)
    .crossJoin(well);
  if (keys === null) return selectAsText(ctx.db, baseSelect.where(where).orderBy(...orderBy));
  const isRequestedMovement = and(
    sql`${p.id} = g.value ->> 0 and ${p.company} = ${ledgerIdOf(ctx)}`,
    sql`${m.posting} = g.value ->> 0 and ${m.layer} = g.value ->> 1 and ${m.kind} = g.value ->> 2`,
    isOfItsWell(ctx),
  );
  return selectAsText(ctx.db, baseSelect.where(isRequestedMovement).orderBy(sql`g.key`));
}
