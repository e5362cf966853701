import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AccretableLayer,
  type AccretionCalculator,
  type AccretionMethod,
  accreteLayer,
  createAccretionCalculator,
  monthEndWithin,
} from '~/domain/books/accretion';
import { type DiscountTerms, presentValue } from '~/domain/books/present-value';
import { addDays, type CalendarDate, nextMonthEnd } from '~/domain/calendar/calendar-date';
import { formatCents, MAX_CENTS } from '~/domain/money/money';
import { anyCents, anyCost, anyDate, anyLifespan, anyRateBp } from '../../support/arbitraries';

const METHODS: AccretionMethod[] = ['simple', 'effective'];

describe('accreteLayer', () => {
  const layer: AccretableLayer = {
    calculationDate: '2024-01-15',
    wellLifespanYears: 25,
    accretedThrough: null,
    currentAroCents: 10_000_000,
    discountRateBp: 1_200,
  };
  const calculator = createAccretionCalculator('simple');

  it('starts at the calculation date, then at the end of the last record', () => {
    const first = accreteLayer({ layer, periodEnd: '2024-01-31', calculator });
    expect(first).toEqual({
      periodStart: '2024-01-15',
      periodEnd: '2024-01-31',
      time: { numerator: 17, denominator: 372 },
      beginningCents: 10_000_000,
      expenseCents: 54_839,
      endingCents: 10_054_839,
    });
    const posted = { ...layer, accretedThrough: first!.periodEnd, currentAroCents: first!.endingCents };
    expect(accreteLayer({ layer: posted, periodEnd: '2024-02-29', calculator })).toEqual({
      periodStart: '2024-01-31',
      periodEnd: '2024-02-29',
      time: { numerator: 1, denominator: 12 },
      beginningCents: 10_054_839,
      expenseCents: 100_548, // 100,548.39 × 1% = 1,005.4839
      endingCents: 10_155_387,
    });
  });

  it.each<[string, Partial<AccretableLayer>]>([
    ['there is no balance', { currentAroCents: 0 }],
    ['the layer comes later', { calculationDate: '2024-02-01' }],
    ['the layer came at the end of the last day', { calculationDate: '2024-01-31' }],
    ['the period is posted', { accretedThrough: '2024-01-31' }],
    ['a later period is posted', { accretedThrough: '2024-02-29' }],
    [
      'the life is over',
      { calculationDate: '2014-01-15', wellLifespanYears: 5, accretedThrough: '2023-12-31' },
    ],
  ])('records nothing when %s', (_, change) => {
    expect(accreteLayer({ layer: { ...layer, ...change }, periodEnd: '2024-01-31', calculator })).toBeNull();
  });

  it('records an expense that rounds to 0.00, because the time has passed', () => {
    const cent = { ...layer, currentAroCents: 1 };
    expect(accreteLayer({ layer: cent, periodEnd: '2024-01-31', calculator })).toMatchObject({
      expenseCents: 0,
      endingCents: 1,
    });
  });

  it('refuses a balance beyond decimal(12,2)', () => {
    for (const currentAroCents of [MAX_CENTS, -MAX_CENTS]) {
      const full = { ...layer, currentAroCents };
      expect(() => accreteLayer({ layer: full, periodEnd: '2024-01-31', calculator })).toThrow(
        expect.objectContaining({ name: 'DomainError', field: null }),
      );
    }
  });

  it.each(METHODS)('%s: beginning + accretion = ending, record after record', (method) => {
    const calculatorOf = createAccretionCalculator(method);
    fc.assert(
      fc.property(
        anyDate,
        anyRateBp,
        anyLifespan,
        anyCents,
        (calculationDate, discountRateBp, years, cents) => {
          const currentAroCents = Math.trunc(cents / 1_000);
          const start = { calculationDate, wellLifespanYears: years, accretedThrough: null, discountRateBp };
          const records = accreteMonthly({ ...start, currentAroCents }, 14, calculatorOf);
          let balance = currentAroCents;
          for (const { beginningCents, expenseCents, endingCents } of records) {
            expect(beginningCents).toBe(balance);
            expect(endingCents).toBe(beginningCents + expenseCents);
            expect(Number.isSafeInteger(endingCents)).toBe(true);
            balance = endingCents;
          }
        },
      ),
    );
  });

  it('effective: splitting a period in two changes the total by at most a cent', () => {
    const effective = createAccretionCalculator('effective');
    fc.assert(
      fc.property(
        anyDate,
        // At most three years. Over longer periods the rounding at the split could double by the end and cost two cents.
        fc.tuple(fc.nat(1_095), fc.nat(1_095)).map((days) => days.sort((a, b) => a - b)),
        anyRateBp,
        fc.integer({ min: 1, max: 1_000_000_000 }),
        (calculationDate, [daysToCut, daysToEnd], discountRateBp, currentAroCents) => {
          const cut = addDays(calculationDate, daysToCut!);
          const periodEnd = addDays(calculationDate, daysToEnd!);
          const whole: AccretableLayer = {
            calculationDate,
            wellLifespanYears: 60,
            accretedThrough: null,
            currentAroCents,
            discountRateBp,
          };
          const once = endAt(whole, periodEnd, effective);
          const half = endAt(whole, cut, effective);
          const twice = endAt(
            { ...whole, accretedThrough: cut, currentAroCents: half },
            periodEnd!,
            effective,
          );
          expect(Math.abs(twice - once)).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 500 },
    );
  });
});

it.each<[string, string | null, string, string | null]>([
  ['2025-11-30', null, '2026-01-05', '2025-12-31'],
  ['2025-11-30', '2025-12-15', '2026-01-05', '2025-12-31'],
  ['2025-06-30', null, '2026-01-05', '2025-12-31'],
  ['2025-11-30', '2025-12-31', '2026-01-05', null],
  ['2026-01-02', null, '2026-01-05', null],
  // A record to a month-end covers the preceding months on purpose.
  ['2025-11-30', null, '2026-01-31', null],
])(
  'of a layer of %s that is accreted through %s, a record to %s covers the end of %s',
  (calculationDate, accretedThrough, day, end) => {
    expect(monthEndWithin({ calculationDate, accretedThrough }, day)).toBe(end);
  },
);

describe('a full life in yearly steps, effective', () => {
  // Thirty roundings plus that of the present value stay within a cent for each year of the life.
  it.each<[cost: number, inflationRateBp: number, discountRateBp: number, from: CalendarDate]>([
    [10_000_000, 250, 800, '2024-01-01'],
    [10_000_000, 250, 800, '2023-12-31'],
    [10_000_000, 250, 800, '2024-01-15'],
    [10_000_000, 250, 800, '2024-02-29'],
    [25_000_000, 300, 500, '2024-07-01'],
    [123_456_789, 200, 650, '2024-05-20'],
    [7_500_000, 0, 400, '2024-01-01'],
    [999_999_999, 500, 700, '2000-02-29'],
  ])('%d cents at %d bp and %d bp from %s ends within 30 cents of the cash flow', (...row) => {
    const [pAndACostCents, inflationRateBp, discountRateBp, calculationDate] = row;
    const terms = { inflationRateBp, discountRateBp, wellLifespanYears: 30 };
    const cashFlowCents = presentValue({ pAndACostCents, ...terms, discountRateBp: 0 });
    const calculator = createAccretionCalculator('effective');
    let layer: AccretableLayer = {
      ...terms,
      calculationDate,
      accretedThrough: null,
      currentAroCents: presentValue({ pAndACostCents, ...terms }),
    };
    for (let year = 0; year <= 30; year++) {
      const periodEnd = `${Number(calculationDate.slice(0, 4)) + year}-12-31`;
      layer = { ...layer, currentAroCents: endAt(layer, periodEnd, calculator), accretedThrough: periodEnd };
    }
    expect(Math.abs(layer.currentAroCents - cashFlowCents)).toBeLessThanOrEqual(30);
  });
});

describe('a full life in monthly steps, effective', () => {
  // Each month is rounded to the cent, and so is the present value; the liability still reaches the cash flow C × (1 + i)^30, apart from
  // what those roundings grow to.
  it.each<
    [
      cost: number,
      inflationRateBp: number,
      discountRateBp: number,
      from: CalendarDate,
      cashFlow: string,
      drift: number,
    ]
  >([
    [10_000_000, 250, 800, '2024-01-01', '209756.76', -21],
    [10_000_000, 250, 800, '2023-12-31', '209756.76', -21],
    [10_000_000, 250, 800, '2024-02-29', '209756.76', -21],
    [25_000_000, 300, 500, '2024-07-01', '606815.62', 0],
    [123_456_789, 200, 650, '2024-05-20', '2236248.85', 36],
    [7_500_000, 0, 400, '2024-01-01', '75000.00', 0],
    // Rounding is a random walk, and a high rate magnifies its first steps.
    [10_000_000, 250, 800, '2024-01-15', '209756.76', 40],
  ])('%d cents at %d bp and %d bp from %s: %s and %d cents', (...row) => {
    const [pAndACostCents, inflationRateBp, discountRateBp, from, cashFlow, drift] = row;
    const terms = { inflationRateBp, discountRateBp, wellLifespanYears: 30 };
    const cashFlowCents = presentValue({ pAndACostCents, ...terms, discountRateBp: 0 });
    expect(formatCents(cashFlowCents)).toBe(cashFlow);
    expect(settledCents(pAndACostCents, terms, from) - cashFlowCents).toBe(drift);
  });

  it('never drifts further than half a cent per rounding, grown to the end', () => {
    fc.assert(
      fc.property(
        anyCost,
        anyRateBp,
        anyRateBp,
        anyDate,
        (pAndACostCents, inflationRateBp, discountRateBp, from) => {
          const terms = { inflationRateBp, discountRateBp, wellLifespanYears: 30 };
          const cashFlowCents = presentValue({ pAndACostCents, ...terms, discountRateBp: 0 });
          const monthly = (1 + discountRateBp / 10_000) ** (1 / 12);
          let bound = 1;
          for (let month = 0; month <= 361; month++) bound += 0.5 * monthly ** month;
          const drift = settledCents(pAndACostCents, terms, from) - cashFlowCents;
          expect(Math.abs(drift)).toBeLessThanOrEqual(bound);
        },
      ),
    );
  });
});

function accreteMonthly(layer: AccretableLayer, months: number, calculator: AccretionCalculator) {
  const records = [];
  let current = layer;
  let periodEnd = layer.calculationDate;
  for (let month = 0; month < months; month++) {
    periodEnd = nextMonthEnd(periodEnd);
    const record = accreteLayer({ layer: current, periodEnd, calculator });
    if (record === null) continue;
    records.push(record);
    current = { ...current, accretedThrough: periodEnd, currentAroCents: record.endingCents };
  }
  return records;
}

/** Carrying amount of a layer at the end of its life, accreted month by month. */
function settledCents(pAndACostCents: number, terms: DiscountTerms, calculationDate: CalendarDate): number {
  const layer = {
    ...terms,
    calculationDate,
    accretedThrough: null,
    currentAroCents: presentValue({ pAndACostCents, ...terms }),
  };
  const months = 12 * terms.wellLifespanYears + 1;
  const records = accreteMonthly(layer, months, createAccretionCalculator('effective'));
  return records.at(-1)?.endingCents ?? layer.currentAroCents;
}

function endAt(layer: AccretableLayer, periodEnd: CalendarDate, calculator: AccretionCalculator) {
  return accreteLayer({ layer, periodEnd, calculator })?.endingCents ?? layer.currentAroCents;
}
