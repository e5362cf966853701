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
 * The ledger's tables. They refer to companies and wells by `ledger_id`, to layers and postings by small integers: a company with 100,000
 * layers posts 1.2 million movements a year, so movements repeat nothing that their posting has. In the database, the tables are STRICT,
 * movements have no rowid, and triggers refuse anything not posted the way services/books/post.server.ts posts it (migration 0006).
 */

/** One act, or a part of it with its own date. Inserted open, sealed with its number of movements, never changed. */
export const posting = sqliteTable(
  'posting',
  {
    id: integer('id').primaryKey(),
    /** The first posting of the same act. */
    act: integer('act').notNull(),
    company: integer('company').notNull(),
    /** The number users see: 1, 2, 3 … within a company, in the order of ids. A trigger assigns it on insert. */
    number: integer('number').notNull().default(0),
    /** Effective date. */
    day: calendarDate('day').notNull(),
    kind: text('kind', { enum: POSTING_KINDS }).notNull(),
    /** The only well it affects, or 0 when it covers several. */
    well: integer('well').notNull().default(0),
    source: text('source', { enum: POSTING_SOURCES }).notNull(),
    /** For accretion: true when posted for the whole company, which blocks earlier period ends. */
    isCompanyWide: integer('is_company_wide', { mode: 'boolean' }).notNull().default(false),
    /** Accretion only. */
    periodType: text('period_type', { enum: ['monthly', 'quarterly', 'annually'] }),
    /** Accretion and depreciation only. */
    method: text('method', {
      enum: ['simple', 'effective', 'straight-line', 'units-of-production'],
    }),
    reverses: integer('reverses'),
    memo: text('memo'),
    reference: text('reference'),
    userId: text('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The user's input, once per act, on its first posting. */
    input: json<unknown>('input'),
    /** Number of movements. Null until the posting is sealed. */
    movements: integer('movements'),
    /** For a settlement or a sale, and its reversal: the terms it was posted under, and what it changed on its well. */
    terms: json<PostingTerms>('terms'),
  },
  (t) => [
    uniqueIndex('posting_company_number_unique').on(t.company, t.number),
    index('posting_company_day').on(t.company, t.day),
    index('posting_company_well').on(t.company, t.well, t.day),
    // Finds settlements and sales without reading every posting.
    index('posting_relief').on(t.company, t.well).where(sql`kind in ('settlement', 'sale')`),
    index('posting_reverses').on(t.reverses).where(sql`reverses is not null`),
  ],
);

/** Effect of a posting on one layer, in signed cents. */
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
    /** For accretion, the balance it started from. For depreciation, the amount it is calculated from. */
    base: cents('base'),
    /** For accretion, exact time in years. For straight-line depreciation, the elapsed part of the time from its base to retirement. */
    timeNumerator: integer('time_numerator'),
    timeDenominator: integer('time_denominator'),
    /** Day the layer had accreted through, or was depreciated through, before this. Null when it started at its calculation date. */
    since: calendarDate('since'),
  },
  (t) => [primaryKey({ columns: [t.posting, t.layer, t.kind] })],
);

/** A layer with its terms, and its balances as caches of its movements. Only post.server.ts changes them. */
export const aroLayer = sqliteTable(
  'layer',
  {
    id: integer('id').primaryKey(),
    company: integer('company').notNull(),
    well: integer('well').notNull(),
    layerNumber: integer('layer_number').notNull(),
    /** How an additional layer's cost was measured. Null for an initial layer. */
    measurement: text('measurement', { enum: ['change', 'increment', 'remeasure'] }),
    discountRateBp: rateBp('discount_rate_bp').notNull(),
    inflationRateBp: rateBp('inflation_rate_bp').notNull(),
    pAndACostCents: cents('p_and_a_cost_cents').notNull(),
    /** The well's total estimated cost including this layer. */
    totalEstimateCents: cents('total_estimate_cents').notNull(),
    /** The previous estimate at the prices of the calculation date, when the change was measured against that. Null otherwise. */
    repricedEstimateCents: cents('repriced_estimate_cents'),
    wellLifespanYears: integer('well_lifespan_years').notNull(),
    calculationDate: calendarDate('calculation_date').notNull(),
    /** Retirement date, when the calculation set one. The lifespan is then the time until that date in years, rounded up. */
    retirementDate: calendarDate('retirement_date'),
    /** The well's retirement date before the calculation set this one, restored on reversal. Same as this one when it set none. */
    retirementBefore: calendarDate('retirement_before'),
    /** All owners' P&A cost, when the calculation took the company's interest in it. Null otherwise. */
    grossCostCents: cents('gross_cost_cents'),
    /** Scenarios that the P&A cost or the date was weighted from. Null when entered directly. */
    scenarios: json<ExpectedCost>('scenarios'),
    /** ARO value at recognition. */
    aroValueCents: cents('aro_value_cents').notNull(),
    /** True when that value was entered, not calculated. */
    isGiven: integer('is_given', { mode: 'boolean' }).notNull().default(false),
    /** The exact rates in trillionths, when they were derived and have more than two decimals of a percent. Null otherwise. */
    discountRateE12: integer('discount_rate_e12'),
    inflationRateE12: integer('inflation_rate_e12'),
    /** Source of the rates, when the user didn't enter them. */
    ratesFrom: text('rates_from', { enum: RATE_SOURCES }),
    /** The company's tables and maturities used, when the source is `table`. Later changes to the tables don't affect the layer. */
    companyRates: json<CompanyRates>('company_rates'),
    /** The user's reason for the revised estimate. */
    reason: text('reason'),
    /** The posting that recognized the layer. */
    recognizedBy: integer('recognized_by').notNull(),
    /** Cache: sum of its liability movements. */
    currentAroCents: cents('current_aro_cents').notNull(),
    /** Cache: sums of its asset retirement cost movements. */
    arcCostCents: cents('arc_cost_cents').notNull(),
    arcAccumulatedCents: cents('arc_accumulated_cents').notNull(),
    /** Cache: sum of its liability movements by settlements and sales, net of reversals. Negative unless the layer is. */
    settledCents: cents('settled_cents').notNull().default(0),
    /** Cache: day it has accreted through. Null while it accretes from its calculation date. */
    accretedThrough: calendarDate('accreted_through'),
    /** Cache: day its asset has been depreciated through. Null while it has not. */
    depreciatedThrough: calendarDate('depreciated_through'),
    /** Cache: net amount its asset is depreciated from, and since when: its last change other than depreciation. */
    arcBaseCents: cents('arc_base_cents').notNull().default(0),
    arcBaseDay: calendarDate('arc_base_day'),
    /** Cache: true when its recognition is reversed. It then has no balance and is excluded everywhere. */
    isReversed: integer('is_reversed', { mode: 'boolean' }).notNull().default(false),
    /** Cache: the newest posting that changed it. */
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
    // The rounded rates must equal the exact ones, rounded.
    check(
      'layer_exact_rates',
      sql`abs(${t.discountRateE12} - 100000000 * ${t.discountRateBp}) <= 50000000
        and abs(${t.inflationRateE12} - 100000000 * ${t.inflationRateBp}) <= 50000000`,
    ),
    check('layer_company_rates', sql`(${t.ratesFrom} is 'table') = (${t.companyRates} is not null)`),
  ],
);

/** A company's interest in a well from a day on. Without a row, it owns all of it. */
export const workingInterest = sqliteTable(
  'working_interest',
  {
    company: integer('company').notNull(),
    well: integer('well').notNull(),
    fromDay: calendarDate('from_day').notNull(),
    /** In 10^-8 percent: 100% is 10,000,000,000. */
    percentE8: integer('percent_e8').notNull(),
    /** The sale that lowered it, or the reversal that restored it. Null when a user entered it. */
    posting: integer('posting'),
  },
  (t) => [
    primaryKey({ columns: [t.well, t.fromDay] }),
    index('working_interest_company').on(t.company),
    check('working_interest_percent', sql`${t.percentE8} between 0 and 10000000000`),
  ],
);

/** Share of its net book value that a field's asset retirement cost loses in a month, by units of production. */
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

/** A company's discount rates by maturity, its inflation rate, or both, effective from a date. */
export const rateTable = sqliteTable(
  'rate_table',
  {
    company: integer('company').notNull(),
    effectiveOn: calendarDate('effective_on').notNull(),
    /** Maturities in hundredths of a year with their rates, shortest first. Null when the table has no discount rates. */
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

/** Every close and reopening of a company's books. The company itself holds the current closed-through date. */
export const periodEvent = sqliteTable(
  'period_event',
  {
    id: integer('id').primaryKey(),
    company: integer('company').notNull(),
    action: text('action', { enum: ['closed', 'reopened'] }).notNull(),
    /** Closed through this day. After a reopening, the day before the first reopened one, or null. */
    through: calendarDate('through'),
    /** The newest posting at that time, written by the database (migration 0030). 0 for none. */
    throughPosting: integer('through_posting').notNull().default(0),
    reason: text('reason'),
    userId: text('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('period_event_company').on(t.company)],
);

/** The latest check of a company's books: every cache against its movements, every posting against its rules. */
export const booksCheck = sqliteTable('books_check', {
  company: integer('company').primaryKey(),
  checkedAt: instant('checked_at').notNull(),
  differences: integer('differences').notNull(),
});

/**
 * Seals over the audit log and the ledger: one chain per company, and one for records that belong to no company (company 0). Never
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
    /** The public key that verifies the signature, and the signature of the hash. Both base64url. */
    publicKey: text('public_key').notNull(),
    signature: text('signature').notNull(),
    /** The first digits of each row's digest, audit rows first. They identify a row that differs. */
    digests: text('digests').notNull(),
  },
  (t) => [primaryKey({ columns: [t.company, t.number] })],
);
