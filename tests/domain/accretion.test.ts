import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AccretableLayer,
  type AccretionCalculator,
  type AccretionMethod,
  accreteLayer,
  accretionExpense,
  accretionTime,
  createAccretionCalculator,
  formatYearFraction,
  spansMoreThanOnePeriod,
  type YearFraction,
} from '~/domain/accretion';
import { addDays, addYears, type CalendarDate, nextMonthEnd, type PeriodType } from '~/domain/calendar-date';
import { formatCents, MAX_CENTS } from '~/domain/money';
import { type DiscountTerms, presentValue } from '~/domain/present-value';
import { anyCents, anyCost, anyDate, anyLifespan, anyRateBp } from './arbitraries';

const METHODS: AccretionMethod[] = ['simple', 'effective'];

describe('accretionTime', () => {
  it.each<[from: CalendarDate, to: CalendarDate, numerator: number, denominator: number]>([
    // A month is a twelfth, whatever its length and whichever side of it the layer was recognized on.
    ['2024-01-01', '2024-01-31', 1, 12],
    ['2023-12-31', '2024-01-31', 1, 12],
    ['2024-02-01', '2024-02-29', 1, 12],
    ['2024-01-31', '2024-02-29', 1, 12],
    ['2023-02-28', '2023-03-31', 1, 12],
    ['2024-02-29', '2024-03-31', 1, 12],
    // A quarter, a year, a leap year.
    ['2024-01-01', '2024-03-31', 1, 4],
    ['2023-12-31', '2024-03-31', 1, 4],
    ['2024-01-01', '2024-12-31', 1, 1],
    ['2023-12-31', '2024-12-31', 1, 1],
    ['2023-01-01', '2023-12-31', 1, 1],
    ['2020-01-01', '2024-12-31', 5, 1],
    ['2024-02-29', '2025-02-28', 1, 1],
    // Part of a month: 17 of January's 31 days, the 15th included.
    ['2024-01-15', '2024-01-31', 17, 372],
    ['2024-01-15', '2024-02-29', 48, 372], // 17/31 + 1 month = 48/31
    ['2024-02-28', '2024-02-29', 2, 348], // 2 of 29 days
    ['2024-01-30', '2024-02-15', 2 * 29 + 15 * 31, 12 * 31 * 29], // 2/31 + 15/29 of a month
    ['2024-01-15', '2024-01-15', 1, 372],
    // Nothing: recognized at the end of the day, or after the period.
    ['2024-01-31', '2024-01-31', 0, 1],
    ['2024-02-01', '2024-01-31', 0, 1],
  ])('from %s to %s', (calculationDate, periodEnd, numerator, denominator) => {
    const time = accretionTime({ calculationDate, wellLifespanYears: 25, accretedThrough: null, periodEnd });
    expect(time.numerator * denominator).toBe(numerator * time.denominator);
    expect(isReduced(time)).toBe(true);
  });

  it.each<[accretedThrough: CalendarDate, to: CalendarDate, numerator: number, denominator: number]>([
    // The day through which accretion was posted is not counted again, month end or not.
    ['2024-01-31', '2024-02-29', 1, 12],
    ['2024-01-15', '2024-01-31', 16, 372],
    ['2023-12-31', '2024-12-31', 1, 1],
    ['2024-01-31', '2024-01-31', 0, 1],
    ['2024-02-29', '2024-01-31', 0, 1],
    // Posted through a day before the layer itself, which is recognized on 2010-05-05: 27 of May's days count.
    ['2010-01-31', '2010-05-31', 27, 372],
    ['2010-01-31', '2010-04-30', 0, 1],
  ])('after accretion through %s, to %s', (accretedThrough, periodEnd, numerator, denominator) => {
    const time = accretionTime({
      calculationDate: '2010-05-05',
      wellLifespanYears: 50,
      accretedThrough,
      periodEnd,
    });
    expect(time.numerator * denominator).toBe(numerator * time.denominator);
  });

  it.each<
    [calculationDate: CalendarDate, accretedThrough: CalendarDate, numerator: number, denominator: number]
  >([
    // Retired on 2025-01-15: the 14 days before it are the last to accrete.
    ['2024-01-15', '2024-12-31', 14, 372],
    ['2024-01-31', '2024-12-31', 1, 12],
    ['2024-01-01', '2024-12-31', 0, 1],
    ['2023-06-01', '2024-12-31', 0, 1],
  ])('stops after a life of one year from %s', (calculationDate, accretedThrough, numerator, denominator) => {
    const time = accretionTime({
      calculationDate,
      wellLifespanYears: 1,
      accretedThrough,
      periodEnd: '2099-12-31',
    });
    expect(time.numerator * denominator).toBe(numerator * time.denominator);
  });

  it('adds up however it is cut, to exactly the lifespan', () => {
    fc.assert(
      fc.property(
        anyDate,
        anyLifespan,
        fc.array(anyDate, { maxLength: 12 }),
        (calculationDate, years, cuts) => {
          const afterLife = addYears(calculationDate, years + 1);
          let accretedThrough: CalendarDate | null = null;
          let ticks = 0n;
          for (const periodEnd of [...cuts.filter((cut) => cut >= calculationDate).sort(), afterLife]) {
            ticks += inTicks(
              accretionTime({ calculationDate, wellLifespanYears: years, accretedThrough, periodEnd }),
            );
            accretedThrough = periodEnd;
          }
          expect(ticks).toBe(inTicks({ numerator: years, denominator: 1 }));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('accretionExpense', () => {
  it.each<
    [AccretionMethod, cents: number, rateBp: number, numerator: number, denominator: number, expected: string]
  >([
    ['simple', 10_000_000, 1_200, 17, 372, '548.39'], // 100,000 × 12 % × 17/31/12 = 548.387…
    ['simple', 100_100, 600, 1, 12, '5.01'], // a tie: 5.005
    ['simple', -100_100, 600, 1, 12, '-5.01'],
    ['simple', 2_707_090, 800, 1, 12, '180.47'], // 27,070.90 × 8 % ÷ 12 = 180.4726…
    ['simple', 2_707_090, 800, 5, 1, '10828.36'],
    ['effective', 2_707_090, 800, 5, 1, '12705.13'], // × (1.08^5 − 1), to a carrying amount of 39,776.03
    ['effective', 2_707_090, 800, 1, 1, '2165.67'],
    ['effective', 2_707_090, 800, 1, 12, '174.17'], // × (1.08^(1/12) − 1) = × 0.00643403… = 174.17498…
    ['effective', 50, 100, 1, 1, '0.01'], // a tie: 0.005
    ['effective', -50, 100, 1, 1, '-0.01'],
    ['simple', 1, 1, 1, 12, '0.00'],
    ['effective', 1, 1, 1, 12, '0.00'],
    ['simple', 0, 800, 1, 1, '0.00'],
    ['simple', 100, 0, 1, 1, '0.00'],
    ['effective', 100, 0, 1, 12, '0.00'],
    ['effective', -1, 1, 1, 372, '0.00'],
  ])(
    '%s: %d cents at %d bp over %d/%d years is %s',
    (method, cents, rateBp, numerator, denominator, expected) => {
      const time = { numerator, denominator };
      const expense = accretionExpense({ method, beginningCents: cents, discountRateBp: rateBp, time });
      expect(formatCents(expense)).toBe(expected);
      expect(Object.is(expense, -0)).toBe(false);
    },
  );

  it.each(METHODS)('%s refuses an expense beyond decimal(12,2)', (method) => {
    const input = {
      beginningCents: MAX_CENTS,
      discountRateBp: 99_999,
      time: { numerator: 200, denominator: 1 },
    };
    expect(() => accretionExpense({ ...input, method })).toThrow(
      expect.objectContaining({ name: 'DomainError' }),
    );
  });

  it.each(METHODS)('%s is an odd function of the balance, and a safe integer', (method) => {
    const calculator = createAccretionCalculator(method);
    fc.assert(
      fc.property(anyCents, anyRateBp, anyDate, (cents, discountRateBp, calculationDate) => {
        const beginningCents = Math.trunc(cents / 10);
        const periodEnd = nextMonthEnd(calculationDate);
        const time = accretionTime({
          calculationDate,
          wellLifespanYears: 5,
          accretedThrough: null,
          periodEnd,
        });
        const expense = calculator({ beginningCents, discountRateBp, time });
        expect(Number.isSafeInteger(expense)).toBe(true);
        expect(calculator({ beginningCents: 0 - beginningCents, discountRateBp, time })).toBe(0 - expense);
      }),
    );
  });
});

describe('accreteLayer', () => {
  const layer: AccretableLayer = {
    calculationDate: '2024-01-15',
    wellLifespanYears: 25,
    accretedThrough: null,
    currentAroCents: 10_000_000,
    discountRateBp: 1_200,
  };
  const calculator = createAccretionCalculator('simple');

  it('begins at the calculation date, then where the last record ended', () => {
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
      expenseCents: 100_548, // 100,548.39 × 1 % = 1,005.4839
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

  it('records an expense that rounds to 0.00: the time is used up', () => {
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

  it('effective: cutting a period in two changes the total by at most a cent', () => {
    const effective = createAccretionCalculator('effective');
    fc.assert(
      fc.property(
        anyDate,
        // Up to three years: the rounding at the cut must not double before the end, or it could cost two cents.
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

describe('a whole life by years, effective', () => {
  // Thirty roundings, and that of the present value: a cent for each year of the life holds them.
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

describe('a whole life by months, effective', () => {
  // Every month is rounded to the cent, and so is the present value; the liability still arrives at the cash flow
  // C × (1 + i)^30, but for what those roundings grow to.
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

  it('never drifts further than half a cent a rounding, grown to the end', () => {
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

describe('formatYearFraction', () => {
  it.each<[number, number, string]>([
    [1, 12, '0.083333333333'],
    [2, 3, '0.666666666667'],
    [17, 372, '0.045698924731'],
    [0, 1, '0.000000000000'],
    [25, 1, '25.000000000000'],
  ])('%d/%d is %s', (numerator, denominator, text) => {
    expect(formatYearFraction({ numerator, denominator })).toBe(text);
  });
});

describe('spansMoreThanOnePeriod', () => {
  it.each<[PeriodType, CalendarDate, CalendarDate | null, CalendarDate, boolean]>([
    ['monthly', '2024-01-01', null, '2024-01-31', false],
    ['monthly', '2023-12-31', null, '2024-01-31', false],
    ['monthly', '2023-12-30', null, '2024-01-31', true],
    ['monthly', '2020-01-01', '2024-01-31', '2024-02-29', false],
    ['monthly', '2020-01-01', '2023-12-31', '2024-02-29', true],
    ['quarterly', '2020-01-01', '2023-12-31', '2024-03-31', false],
    ['quarterly', '2020-01-01', '2023-12-30', '2024-03-31', true],
    ['annually', '2020-01-01', '2023-12-31', '2024-12-31', false],
    ['annually', '2024-01-01', null, '2025-01-01', true],
    ['monthly', '2024-05-01', null, '2024-01-31', false],
  ])('%s, recognized %s, accreted through %s, to %s: %s', (...row) => {
    const [periodType, calculationDate, accretedThrough, periodEnd, expected] = row;
    expect(spansMoreThanOnePeriod({ calculationDate, accretedThrough, periodEnd, periodType })).toBe(
      expected,
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

/** What a layer carries at the end of its life, accreted month by month. */
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

/** Years as a whole number of the smallest unit that all days of all months share, to compare sums exactly. */
function inTicks({ numerator, denominator }: YearFraction): bigint {
  const perYear = 12n * 28n * 29n * 15n * 31n;
  expect(perYear % BigInt(denominator)).toBe(0n);
  return (BigInt(numerator) * perYear) / BigInt(denominator);
}

function isReduced({ numerator, denominator }: YearFraction): boolean {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  return gcd(numerator, denominator) === 1;
}
