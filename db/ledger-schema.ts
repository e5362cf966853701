import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ExpectedCost } from '~/domain/books/expected-cost';
import { POSTING_KINDS, POSTING_SOURCES } from '~/domain/books/movement-kinds';
import type { PostingTerms } from '~/domain/books/posting-terms';
import type { CompanyRates, Maturity } from '~/domain/books/rate-table';
import { RATE_SOURCES } from '~/domain/books/revision';
import type { RateBp } from '~/domain/money/rate';
import { calendarDate, cents, instant, json, rateBp } from './columns';

/**
 * The ledger's tables. Companies and wells are named by their `ledger_id`, layers and postings by small integers: a
 * company of 100,000 layers books 1.2 million movements a year, and nothing is repeated in them that their posting has.
 * In the database they are STRICT, movements without rowid, and triggers refuse whatever is not booked as
 * services/books/post.server.ts books it (migration 0006).
 */

/** One act, or a part of it that has its own date. Inserted open, sealed with its number of movements, never changed. */
export const posting = sqliteTable(
  'posting',
  {
    id: integer('id').primaryKey(),
    /** The first posting of the same act. */
    act: integer('act').notNull(),
    company: integer('company').notNull(),
    /** What people know it by: a company's are 1, 2, 3 … in the order of their ids. A trigger gives it as the row goes in. */
    number: integer('number').notNull().default(0),
    /** When it takes effect. */
    day: calendarDate('day').notNull(),
    kind: text('kind', { enum: POSTING_KINDS }).notNull(),
    /** The one well it moves; 0 when it covers several. */
    well: integer('well').notNull().default(0),
    source: text('source', { enum: POSTING_SOURCES }).notNull(),
    /** Of accretion: whether it was posted for the company, and so blocks earlier period ends. */
    isCompanyWide: integer('is_company_wide', { mode: 'boolean' }).notNull().default(false),
    /** Of accretion only. */
    periodType: text('period_type', { enum: ['monthly', 'quarterly', 'annually'] }),
    /** Of accretion and depreciation only. */
    method: text('method', {
      enum: ['simple', 'effective', 'straight-line', 'units-of-production'],
    }),
    reverses: integer('reverses'),
    memo: text('memo'),
    reference: text('reference'),
    userId: text('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** What the person entered, once per act: on its first posting. */
    input: json<unknown>('input'),
    /** How many movements it has; null until it is sealed. */
    movements: integer('movements'),
    /** Of a settlement or a sale, and of its reversal: what it was booked under, and what it changed of its well. */
    terms: json<PostingTerms>('terms'),
  },
  (t) => [
    uniqueIndex('posting_company_number_unique').on(t.company, t.number),
    index('posting_company_day').on(t.company, t.day),
    index('posting_company_well').on(t.company, t.well, t.day),
    // What was settled or sold, without a look at every posting.
    index('posting_relief').on(t.company, t.well).where(sql`kind in ('settlement', 'sale')`),
    index('posting_reverses').on(t.reverses).where(sql`reverses is not null`),
  ],
);

/** What a posting does to one layer, in signed cents. */
export const movement = sqliteTable(
  'movement',
  {
    posting: integer('posting').notNull(),
    layer: integer('layer').notNull(),
    /** See domain/books/movement-kinds. */
    kind: integer('kind').notNull(),
    liability: cents('liability').notNull(),
    arcCost: cents('arc_cost').notNull(),
    arcAccumulated: cents('arc_accumulated').notNull(),
    cash: cents('cash').notNull(),
    /** Of accretion the balance it started from; of depreciation what it is counted from. */
    base: cents('base'),
    /** Of accretion its time in years, exact; of straight-line depreciation the part of the time since its base that has passed. */
    timeNumerator: integer('time_numerator'),
    timeDenominator: integer('time_denominator'),
    /** How far the layer had accreted, or was depreciated, before; null when it began at its calculation date. */
    since: calendarDate('since'),
  },
  (t) => [primaryKey({ columns: [t.posting, t.layer, t.kind] })],
);

/** A layer with its terms, and its balances as caches of its movements: only post.server.ts moves them. */
export const aroLayer = sqliteTable(
  'layer',
  {
    id: integer('id').primaryKey(),
    company: integer('company').notNull(),
    well: integer('well').notNull(),
    layerNumber: integer('layer_number').notNull(),
    /** How an additional layer's cost was measured; null for an initial layer. */
    measurement: text('measurement', { enum: ['change', 'increment', 'remeasure'] }),
    discountRateBp: rateBp('discount_rate_bp').notNull(),
    inflationRateBp: rateBp('inflation_rate_bp').notNull(),
    pAndACostCents: cents('p_and_a_cost_cents').notNull(),
    /** The well's total estimated cost once this layer is counted. */
    totalEstimateCents: cents('total_estimate_cents').notNull(),
    /** The previous estimate at the prices of its day, where its change was measured against that; null where not. */
    repricedEstimateCents: cents('repriced_estimate_cents'),
    wellLifespanYears: integer('well_lifespan_years').notNull(),
    calculationDate: calendarDate('calculation_date').notNull(),
    /** The day its life ends, where its calculation named one; the lifespan is then that time in years, rounded up. */
    retirementDate: calendarDate('retirement_date'),
    /** The date its well had before the calculation named this one, for its reversal to give back; this one where it named none. */
    retirementBefore: calendarDate('retirement_before'),
    /** All owners' P&A cost, where the calculation took the company's interest of it; null otherwise. */
    grossCostCents: cents('gross_cost_cents'),
    /** What the P&A cost, or the date, was weighed from; null where it was given. */
    scenarios: json<ExpectedCost>('scenarios'),
    /** Its value at recognition. */
    aroValueCents: cents('aro_value_cents').notNull(),
    /** Whether that value was given, not calculated. */
    isGiven: integer('is_given', { mode: 'boolean' }).notNull().default(false),
    /** The exact rates in trillionths, where they were derived and have more than two decimals of a percent; else null. */
    discountRateE12: integer('discount_rate_e12'),
    inflationRateE12: integer('inflation_rate_e12'),
    /** Where the rates are from, if not from the person. */
    ratesFrom: text('rates_from', { enum: RATE_SOURCES }),
    /** The company's tables and maturities that they are from, where that is `table`; what becomes of the tables changes nothing here. */
    companyRates: json<CompanyRates>('company_rates'),
    /** Why the estimate was revised, in the person's words. */
    reason: text('reason'),
    /** The posting that recognized it. */
    recognizedBy: integer('recognized_by').notNull(),
    /** Cache: the sum of its movements of liability. */
    currentAroCents: cents('current_aro_cents').notNull(),
    /** Cache: the sums of its movements of asset retirement cost. */
    arcCostCents: cents('arc_cost_cents').notNull(),
    arcAccumulatedCents: cents('arc_accumulated_cents').notNull(),
    /** Cache: the sum of what settlements took off its liability; negative. */
    settledCents: cents('settled_cents').notNull().default(0),
    /** Cache: how far it has accreted; null while it accretes from its calculation date. */
    accretedThrough: calendarDate('accreted_through'),
    /** Cache: how far its asset has been depreciated; null while it has not. */
    depreciatedThrough: calendarDate('depreciated_through'),
    /** Cache: what its asset is depreciated from, net, and from when: its last change other than depreciation. */
    arcBaseCents: cents('arc_base_cents').notNull().default(0),
    arcBaseDay: calendarDate('arc_base_day'),
    /** Cache: whether its recognition is reversed. It then has no balance and takes part in nothing. */
    isReversed: integer('is_reversed', { mode: 'boolean' }).notNull().default(false),
    /** Cache: the newest posting that moved it. */
    lastPosting: integer('last_posting').notNull(),
  },
  (t) => [
    uniqueIndex('layer_well_number_unique').on(t.well, t.layerNumber),
    index('layer_company').on(t.company),
    check('layer_measurement', sql`${t.measurement} in ('change', 'increment', 'remeasure')`),
    check(
      'layer_rates',
      sql`${t.discountRateBp} between 1 and 99999 and ${t.inflationRateBp} between 0 and 99999`,
    ),
    check(
      'layer_cost',
      sql`${t.pAndACostCents} between 1 and 999999999999 and ${t.totalEstimateCents} between 1 and 999999999999`,
    ),
    check(
      'layer_value',
      sql`abs(${t.aroValueCents}) <= 999999999999 and abs(${t.currentAroCents}) <= 999999999999`,
    ),
    check('layer_lifespan', sql`${t.wellLifespanYears} between 1 and 200`),
    // The rounded rates are those that the exact ones round to.
    check(
      'layer_exact_rates',
      sql`abs(${t.discountRateE12} - 100000000 * ${t.discountRateBp}) <= 50000000
        and abs(${t.inflationRateE12} - 100000000 * ${t.inflationRateBp}) <= 50000000`,
    ),
    check('layer_company_rates', sql`(${t.ratesFrom} is 'table') = (${t.companyRates} is not null)`),
  ],
);

/** What a company owns of a well from a day on. Without a row it owns all of it. */
export const workingInterest = sqliteTable(
  'working_interest',
  {
    company: integer('company').notNull(),
    well: integer('well').notNull(),
    fromDay: calendarDate('from_day').notNull(),
    /** In 10^-8 percent: 100% is 10,000,000,000. */
    percentE8: integer('percent_e8').notNull(),
    /** The sale that lowered it; null where a person entered it. */
    posting: integer('posting'),
  },
  (t) => [
    primaryKey({ columns: [t.well, t.fromDay] }),
    index('working_interest_company').on(t.company),
    check('working_interest_percent', sql`${t.percentE8} between 0 and 10000000000`),
  ],
);

/** What share of its net book value a field's asset retirement cost loses in a month, by units of production. */
export const depletionRate = sqliteTable(
  'depletion_rate',
  {
    company: integer('company').notNull(),
    field: text('field').notNull(),
    /** YYYY-MM */
    month: text('month').notNull(),
    /** In 10^-4 percent: 100% is 1,000,000. */
    percentE4: integer('percent_e4').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.company, t.field, t.month] }),
    check('depletion_rate_percent', sql`${t.percentE4} between 0 and 1000000`),
  ],
);

/** The discount rates by maturity, the inflation rate, or both, that a company goes by from a date on. */
export const rateTable = sqliteTable(
  'rate_table',
  {
    company: integer('company').notNull(),
    effectiveOn: calendarDate('effective_on').notNull(),
    /** Maturities in hundredths of a year with their rates, shortest first; null where it has none. */
    discountRates: json<[Maturity, RateBp][]>('discount_rates'),
    inflationRateBp: rateBp('inflation_rate_bp'),
  },
  (t) => [
    primaryKey({ columns: [t.company, t.effectiveOn] }),
    check('rate_table_maturities', sql`json_array_length(${t.discountRates}) > 1`),
    check('rate_table_inflation', sql`${t.inflationRateBp} between 0 and 99999`),
    check('rate_table_has_rates', sql`${t.discountRates} is not null or ${t.inflationRateBp} is not null`),
  ],
);

/** Every close and reopening of a company's books. The date they are closed through is the company's. */
export const periodEvent = sqliteTable(
  'period_event',
  {
    id: integer('id').primaryKey(),
    company: integer('company').notNull(),
    action: text('action', { enum: ['closed', 'reopened'] }).notNull(),
    /** Closed through this day; after a reopening, the day before the first one reopened, or null. */
    through: calendarDate('through'),
    /** The newest posting there was, which the database writes (migration 0030); 0 for none. */
    throughPosting: integer('through_posting').notNull().default(0),
    reason: text('reason'),
    userId: text('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('period_event_company').on(t.company)],
);

/** The newest check of a company's books: every cache against its movements, every posting against its rules. */
export const booksCheck = sqliteTable('books_check', {
  company: integer('company').primaryKey(),
  checkedAt: instant('checked_at').notNull(),
  differences: integer('differences').notNull(),
});

/**
 * Seals over the audit log and the ledger, a chain for each company and one for what belongs to none (company 0). Never
 * changed; triggers refuse it (migration 0010).
 */
export const seal = sqliteTable(
  'seal',
  {
    company: integer('company').notNull(),
    number: integer('number').notNull(),
    throughAudit: integer('through_audit').notNull(),
    throughPosting: integer('through_posting').notNull(),
    auditRows: integer('audit_rows').notNull(),
    postings: integer('postings').notNull(),
    content: text('content').notNull(),
    previous: text('previous'),
    createdAt: instant('created_at').notNull(),
    hash: text('hash').notNull(),
    /** The public key that the signature was made with, and the signature of the hash; both base64url. */
    publicKey: text('public_key').notNull(),
    signature: text('signature').notNull(),
    /** The first digits of each row's digest, those of audit rows first: they name the row that differs. */
    digests: text('digests').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company, t.number] })],
);
