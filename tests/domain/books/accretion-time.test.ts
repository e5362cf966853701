import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accretionTime,
  formatYearFraction,
  isCatchUp,
  spansMoreThanOnePeriod,
  type YearFraction,
} from '~/domain/books/accretion';
import { addYears, type CalendarDate, type PeriodType } from '~/domain/calendar/calendar-date';
import { anyDate, anyLifespan } from '../../support/arbitraries';

describe('accretionTime', () => {
  it.each<[from: CalendarDate, to: CalendarDate, numerator: number, denominator: number]>([
    // A month is a twelfth, whatever its length, for layers recognized on its first day or on the last day before it.
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
    // Partial month: 17 of January's 31 days, including the 15th.
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
    // The day accretion was posted through is not counted again, month-end or not.
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
    // Retired on 2025-01-15: the 14 days before that are the last to accrete.
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

  it.each<[pluggedOn: CalendarDate, accretedThrough: CalendarDate | null, numerator: number]>([
    // The plugging date is the last day to accrete, unless the layer is recognized on that day.
    ['2024-01-16', null, 2],
    ['2024-01-15', null, 0],
    ['2024-01-16', '2024-01-16', 0],
    ['2024-01-10', '2024-01-16', 0],
  ])('plugged on %s, after accretion through %s', (pluggedOn, accretedThrough, numerator) => {
    const time = accretionTime({
      calculationDate: '2024-01-15',
      wellLifespanYears: 25,
      accretedThrough,
      pluggedOn,
      periodEnd: '2024-01-31',
    });
    expect(time.numerator * 372).toBe(numerator * time.denominator);
  });

  it('adds up to exactly the lifespan, however it is split', () => {
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

/** Years as a whole number of the smallest unit common to all days of all months, so that sums compare exactly. */
function inTicks({ numerator, denominator }: YearFraction): bigint {
  const perYear = 12n * 28n * 29n * 15n * 31n;
  expect(perYear % BigInt(denominator)).toBe(0n);
  return (BigInt(numerator) * perYear) / BigInt(denominator);
}

function isReduced({ numerator, denominator }: YearFraction): boolean {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  return gcd(numerator, denominator) === 1;
}

describe('isCatchUp', () => {
  it.each([
    ['2023-12-31', '2024-01-31', false],
    ['2024-01-15', '2024-01-31', false],
    ['2024-01-15', '2024-02-29', true],
    ['2023-11-30', '2024-01-31', true],
  ] as const)('a record from %s to %s: %s', (calculationDate, periodEnd, expected) => {
    const life = { calculationDate, wellLifespanYears: 25, accretedThrough: null };
    expect(isCatchUp(accretionTime({ ...life, periodEnd }))).toBe(expected);
  });
});
