import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccretionMethod, accreteLayer, createAccretionCalculator } from '~/domain/books/accretion';
import { forecastAccretion, type LayerGroup } from '~/domain/books/accretion-forecast';
import {
  addDays,
  addYears,
  type CalendarDate,
  monthEnd,
  nextMonthEnd,
} from '~/domain/calendar/calendar-date';
import { annualGrowth } from '~/domain/money/rate';
import { anyCost, anyDate, anyLifespan, anyRateBp } from '../../support/arbitraries';

const METHODS: AccretionMethod[] = ['simple', 'effective'];

/** 27,070.90 at 8%: the present value of 100,000 at 2.5% inflation over 25 years. */
const LAYER: LayerGroup = {
  calculationDate: '2024-01-01',
  wellLifespanYears: 25,
  accretedThrough: null,
  discountRateBp: 800,
  currentAroCents: 2_707_090n,
};

const anyGroup: fc.Arbitrary<LayerGroup> = fc.record({
  calculationDate: anyDate,
  wellLifespanYears: anyLifespan,
  accretedThrough: fc.option(anyDate, { nil: null }),
  discountRateBp: anyRateBp,
  // Small enough to remain postable after 60 years at 20%.
  currentAroCents: fc.integer({ min: -1_000_000, max: 1_000_000 }).map(BigInt),
});

describe('forecastAccretion', () => {
  it.each<[AccretionMethod, first: bigint, second: bigint, last: bigint, total: bigint]>([
    // 27,070.90 × ((1 + 0.08/12)^12 − 1), the same for the balance a year later, and × ((1 + 0.08/12)^300 − 1) in total.
    ['simple', 224_687n, 243_336n, 1_522_848n, 17_163_427n],
    // 27,070.90 × 0.08, × 1.08 × 0.08, and × (1.08^25 − 1): reaches 185,394.39; 100,000 × 1.025^25 is 185,394.41.
    ['effective', 216_567n, 233_893n, 1_373_292n, 15_832_349n],
  ])('%s: a layer from its first day to its last', (method, first, second, last, total) => {
    const forecast = forecastAccretion([LAYER], { method, firstPeriodEnd: '2024-01-31' });
    expect(forecast.years).toHaveLength(25);
    expect(forecast.years[0]).toMatchObject({ year: 2024, expenseCents: first });
    expect(forecast.years[1]).toMatchObject({ year: 2025, expenseCents: second });
    expect(forecast.years.at(-1)).toMatchObject({ year: 2048, expenseCents: last });
    expect(forecast.totalCents).toBe(total);
    expect(forecast.twelveMonthsCents).toBe(first);
    expect(forecast.lastPeriodEnd).toBe('2048-12-31');
  });

  it('includes twelve months in the twelve-month figure, even if the first posting catches up on earlier ones', () => {
    const group = {
      ...LAYER,
      discountRateBp: 1200,
      currentAroCents: 10_000_000n,
      accretedThrough: '2023-12-31',
    };
    const forecast = forecastAccretion([group], { method: 'simple', firstPeriodEnd: '2024-11-30' });
    // 11% in one record for eleven months, ten of them late, then 1% a month: 111,000.00 × (1.01^11 − 1) + 1,000.00.
    expect(forecast.twelveMonthsCents).toBe(1_383_919n);
    expect(forecast.years[0]!.expenseCents).toBe(1_100_000n + 111_000n);
  });

  it('labels fiscal years by the year they end in, and places a settlement in its own fiscal year', () => {
    const group = { ...LAYER, discountRateBp: 1200, currentAroCents: 10_000_000n, wellLifespanYears: 2 };
    const terms = { method: 'simple', firstPeriodEnd: '2024-01-31', fiscalYearEnd: 6 } as const;
    // 1% a month: six months to June, the next twelve, and the last six.
    const [first, second, third] = [615_202n, 1_346_273n, 735_871n];
    const { years, totalCents } = forecastAccretion([{ ...group, settlesOn: '2026-07-01' }], terms);
    expect(years).toEqual([
      { year: 2024, expenseCents: first, settledCents: 0n },
      { year: 2025, expenseCents: second, settledCents: 0n },
      { year: 2026, expenseCents: third, settledCents: 0n },
      { year: 2027, expenseCents: 0n, settledCents: 10_000_000n + totalCents },
    ]);
    expect(totalCents).toBe(first + second + third);
    expect(forecastAccretion([{ ...group, settlesOn: '2026-06-30' }], terms).years).toHaveLength(3);
  });

  it.each<[string, Partial<LayerGroup>, firstPeriodEnd: CalendarDate, years: [number, bigint][]]>([
    // 100,000.00 at 12% is 1,000.00 a month, then 1% of the grown balance.
    [
      'a quarter behind from the start: 3 % at once, then nine times 1 %',
      {},
      '2024-03-31',
      [[2024, 1_264_958n]],
    ],
    [
      'posted through October: November, then December on it',
      { accretedThrough: '2024-10-31' },
      '2024-11-30',
      [[2024, 201_000n]],
    ],
    [
      'a quarter behind near the end: no interest within its record, 3,000.00, then 1,030.00',
      { accretedThrough: '2024-08-31' },
      '2024-11-30',
      [[2024, 403_000n]],
    ],
    [
      'into its last year, which is 14 of the 31 days of January: 0.451… % of what it carries then',
      { calculationDate: '2024-01-15', accretedThrough: '2024-11-30' },
      '2024-12-31',
      [
        [2024, 100_000n],
        [2025, 45_613n],
      ],
    ],
    [
      'not begun: the 17 of 31 days from the 15th first, at the end of its own month',
      { calculationDate: '2025-12-15', wellLifespanYears: 1 },
      '2024-11-30',
      [
        [2025, 54_839n],
        [2026, 1_213_688n],
      ],
    ],
    [
      'imported with accretion ahead of the postings: they meet it where it is',
      { accretedThrough: '2024-11-15' },
      '2024-10-31',
      [[2024, 150_500n]],
    ],
    [
      'a decrease',
      { currentAroCents: -10_000_000n, accretedThrough: '2024-11-30' },
      '2024-12-31',
      [[2024, -100_000n]],
    ],
    ['retired', { calculationDate: '2020-01-01' }, '2024-11-30', [[2024, 1_200_000n]]],
    ['retired and posted to its end', { accretedThrough: '2024-12-31' }, '2025-01-31', []],
    ['nothing to accrete on', { currentAroCents: 0n }, '2024-11-30', []],
  ])('%s', (_, given, firstPeriodEnd, years) => {
    const group: LayerGroup = {
      calculationDate: '2024-01-01',
      wellLifespanYears: 1,
      accretedThrough: null,
      discountRateBp: 1_200,
      currentAroCents: 10_000_000n,
      ...given,
    };
    const forecast = forecastAccretion([group], { method: 'simple', firstPeriodEnd });
    expect(forecast.years).toMatchObject(
      years.map(([year, expenseCents]) => ({ year, expenseCents, settledCents: 0n })),
    );
    expect(forecast.years).toHaveLength(years.length);
  });

  it.each([
    [2, 1],
    [1, 2],
  ])('ends with the layer that accretes longest: %s and %s years', (...lives) => {
    const groups = lives.map((wellLifespanYears) => ({ ...LAYER, wellLifespanYears }));
    const forecast = forecastAccretion(groups, { method: 'simple', firstPeriodEnd: '2024-01-31' });
    expect(forecast.lastPeriodEnd).toBe('2025-12-31');
  });

  it('is empty when there are no layers', () => {
    expect(forecastAccretion([], { method: 'simple', firstPeriodEnd: '2024-01-31' })).toEqual({
      years: [],
      totalCents: 0n,
      twelveMonthsCents: 0n,
      lastPeriodEnd: null,
    });
  });

  it('matches the month-end postings year by year, apart from rounding', () => {
    fc.assert(
      fc.property(fc.constantFrom(...METHODS), anyGroup, anyDate, (method, group, day) => {
        const firstPeriodEnd = monthEnd(day);
        const forecast = forecastAccretion([group], { method, firstPeriodEnd });
        const posted = postMonthByMonth(group, { method, firstPeriodEnd });
        const expected = new Map(posted.years);
        let drift = 0n;
        for (const { year, expenseCents } of forecast.years) {
          drift += expenseCents - (expected.get(year) ?? 0n);
          expect(Number(drift < 0n ? -drift : drift)).toBeLessThanOrEqual(posted.tolerance);
          expected.delete(year);
        }
        expect([...expected.values()].every((cents) => cents === 0n)).toBe(true);
        const twelve = forecast.twelveMonthsCents - posted.twelveMonthsCents;
        expect(Number(twelve < 0n ? -twelve : twelve)).toBeLessThanOrEqual(posted.tolerance);
      }),
      { numRuns: 200 },
    );
  });

  it('ends, with the balance, at the liability at retirement that `effective` computes in one step', () => {
    fc.assert(
      fc.property(anyDate, anyLifespan, anyRateBp, anyCost, (calculationDate, years, rateBp, cents) => {
        const group = {
          calculationDate,
          wellLifespanYears: years,
          accretedThrough: null,
          discountRateBp: rateBp,
          currentAroCents: BigInt(cents),
        };
        const { totalCents, years: byYear } = forecastAccretion([group], {
          method: 'effective',
          firstPeriodEnd: monthEnd(calculationDate),
        });
        const atRetirement = annualGrowth(rateBp).pow(years).times(cents).toFixed(0);
        expect(BigInt(cents) + totalCents).toBe(BigInt(atRetirement));
        expect(byYear.reduce((sum, { expenseCents }) => sum + expenseCents, 0n)).toBe(totalCents);
      }),
    );
  });

  it('combines layers that accrete alike, and skips no year in between', () => {
    fc.assert(
      fc.property(fc.constantFrom(...METHODS), anyGroup, anyGroup, anyCost, (method, group, other, more) => {
        const terms = { method, firstPeriodEnd: '2026-11-30' };
        const apart = forecastAccretion([group, other, { ...group, currentAroCents: BigInt(more) }], terms);
        const joined = { ...group, currentAroCents: group.currentAroCents + BigInt(more) };
        // If the two cancel out, the forecast has no years.
        fc.pre(group.currentAroCents !== 0n && joined.currentAroCents !== 0n);
        const { years, totalCents } = forecastAccretion([other, joined], terms);
        expect(years).toEqual(apart.years);
        expect(totalCents).toBe(apart.totalCents);
        years.forEach(({ year }, index) => {
          expect(year).toBe(years[0]!.year + index);
        });
      }),
    );
  });

  it.each<[string, Partial<LayerGroup>, settled: [number, bigint]]>([
    ['in the year its well retires', { settlesOn: '2049-01-01' }, [2049, 18_539_439n]],
    ['in its own last year, if its well retires earlier', { settlesOn: '2031-05-01' }, [2048, 18_539_439n]],
    [
      'years after it stopped accreting, if its well retires then',
      { settlesOn: '2060-05-01' },
      [2060, 18_539_439n],
    ],
  ])('settles a layer at its full accreted amount %s', (_, given, [year, cents]) => {
    const terms = { method: 'effective', firstPeriodEnd: '2024-01-31' } as const;
    const { years, totalCents } = forecastAccretion([{ ...LAYER, ...given }], terms);
    const settled = years.filter(({ settledCents }) => settledCents !== 0n);
    expect(settled.map(({ year, settledCents }) => [year, settledCents])).toEqual([[year, cents]]);
    expect(LAYER.currentAroCents + totalCents - cents).toBe(0n);
    expect(years.at(-1)!.year).toBe(year);
  });

  it('settles a layer in the first year if its well is overdue', () => {
    const retired = { calculationDate: '1990-01-01', accretedThrough: '2023-12-31' };
    const overdue: LayerGroup = { ...LAYER, ...retired, settlesOn: '2015-01-01' };
    const terms = { method: 'simple', firstPeriodEnd: '2024-01-31' } as const;
    const { years } = forecastAccretion([LAYER, overdue], terms);
    expect(years[0]).toMatchObject({ year: 2024, settledCents: overdue.currentAroCents });
  });

  it('settles layers even if nothing is left to accrete', () => {
    const retired = { ...LAYER, calculationDate: '1990-01-01', accretedThrough: '2023-12-31' };
    const groups: LayerGroup[] = [
      { ...retired, settlesOn: '2015-01-01' },
      { ...retired, currentAroCents: 100n, settlesOn: '2026-01-01' },
    ];
    expect(forecastAccretion(groups, { method: 'simple', firstPeriodEnd: '2024-01-31' })).toEqual({
      years: [
        { year: 2024, expenseCents: 0n, settledCents: LAYER.currentAroCents },
        { year: 2025, expenseCents: 0n, settledCents: 0n },
        { year: 2026, expenseCents: 0n, settledCents: 100n },
      ],
      totalCents: 0n,
      twelveMonthsCents: 0n,
      lastPeriodEnd: null,
    });
  });
});

/** The records the layer would get from monthly postings, and the largest total rounding error. */
function postMonthByMonth(
  group: LayerGroup,
  { method, firstPeriodEnd }: { method: AccretionMethod; firstPeriodEnd: CalendarDate },
) {
  const calculator = createAccretionCalculator(method);
  const years = new Map<number, bigint>();
  let layer = { ...group, currentAroCents: Number(group.currentAroCents) };
  // The forecast rounds its last step, too.
  let tolerance = 1;
  const monthBefore = addDays(`${firstPeriodEnd.slice(0, 8)}01`, -1);
  const late = accreteLayer({ layer, periodEnd: monthBefore, calculator })?.expenseCents ?? 0;
  let twelveMonthsCents = BigInt(-late);
  const lastEnd = [firstPeriodEnd, addYears(group.calculationDate, group.wellLifespanYears + 1)].sort()[1]!;
  let count = 0;
  for (let periodEnd = firstPeriodEnd; periodEnd <= lastEnd; periodEnd = nextMonthEnd(periodEnd)) {
    count += 1;
    const record = accreteLayer({ layer, periodEnd, calculator });
    if (!record) continue;
    layer = { ...layer, accretedThrough: periodEnd, currentAroCents: record.endingCents };
    const year = Number(periodEnd.slice(0, 4));
    years.set(year, (years.get(year) ?? 0n) + BigInt(record.expenseCents));
    if (count <= 12) twelveMonthsCents += BigInt(record.expenseCents);
    const factor = 1 + (group.discountRateBp / 10_000) * (record.time.numerator / record.time.denominator);
    tolerance = tolerance * factor + 0.5;
  }
  return { years, tolerance, twelveMonthsCents };
}
