import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accretionTime } from '~/domain/books/accretion';
import { layerFormula } from '~/domain/books/layer-formula';
import { endOfLife, type LayerLife, resolveLife, retirementDateOf, ticksOfLife } from '~/domain/books/life';
import { remainingTime } from '~/domain/books/maturities';
import { presentValue } from '~/domain/books/present-value';
import { addYears } from '~/domain/calendar/calendar-date';
import { TICKS_PER_YEAR } from '~/domain/calendar/month-scale';
import { formatCents } from '~/domain/money/money';
import { anyDate } from '../../support/arbitraries';

const to = (calculationDate: string, retirementDate: string) =>
  resolveLife(calculationDate, { wellLifespanYears: null, retirementDate }, null);
const years = (life: LayerLife) => ticksOfLife(life) / TICKS_PER_YEAR;
const TERMS = { pAndACostCents: 10_000_000, inflationRateBp: 250, discountRateBp: 800 };

describe('the life of a layer', () => {
  it.each<[from: string, to: string, exact: number, lifespan: number]>([
    ['2020-01-15', '2030-01-15', 10, 10],
    ['2020-01-31', '2030-01-31', 10, 10],
    ['2020-02-29', '2030-02-28', 10, 10],
    ['2020-01-01', '2029-12-31', 10, 10],
    // 15 of the 31 days of January.
    ['2020-01-01', '2030-01-16', 10 + 15 / 31 / 12, 11],
    ['2020-06-01', '2020-09-01', 0.25, 1],
    ['2020-01-31', '2020-02-01', 0, 1],
  ])('from %s to %s is %d years, %d rounded up', (from, until, exact, lifespan) => {
    const life = to(from, until);
    expect(years(life)).toBeCloseTo(exact, 12);
    expect(life).toEqual({ calculationDate: from, wellLifespanYears: lifespan, retirementDate: until });
  });

  it.each(['2020-01-15', '2020-01-14', '1999-01-01'])(
    'refuses a retirement date of %s at its field',
    (date) => {
      expect(() => to('2020-01-15', date)).toThrow(
        expect.objectContaining({
          field: 'retirementDate',
          message: 'Retirement date must be after the calculation date, 2020-01-15',
        }),
      );
    },
  );

  it('refuses more than 200 years', () => {
    expect(to('1950-01-01', '2150-01-01').wellLifespanYears).toBe(200);
    expect(() => to('1950-01-01', '2150-01-02')).toThrow(
      expect.objectContaining({ field: 'retirementDate' }),
    );
  });

  it('accepts a lifespan along with a date only if they agree, rounded up', () => {
    const both = (wellLifespanYears: number) =>
      resolveLife('2020-01-15', { wellLifespanYears, retirementDate: '2029-07-15' }, null);
    expect(both(10)).toEqual(to('2020-01-15', '2029-07-15'));
    for (const other of [9, 11]) {
      expect(() => both(other)).toThrow(
        expect.objectContaining({
          field: 'retirementDate',
          message: `A lifespan of ${other} doesn’t match the retirement date 2029-07-15. Enter only one of them.`,
        }),
      );
    }
  });

  it("uses the well's date if the calculation has neither, and the lifespan if it has one", () => {
    const none = { wellLifespanYears: null, retirementDate: null };
    expect(resolveLife('2020-01-15', none, '2030-01-15').retirementDate).toBe('2030-01-15');
    expect(resolveLife('2020-01-15', { wellLifespanYears: 3 }, '2030-01-15')).toEqual({
      calculationDate: '2020-01-15',
      wellLifespanYears: 3,
      retirementDate: null,
    });
    expect(() => resolveLife('2020-01-15', none, null)).toThrow(
      expect.objectContaining({ field: 'wellLifespan' }),
    );
  });

  it.each([
    ['2020-01-01', 25, '2045-01-01'],
    ['2024-02-29', 25, '2049-02-28'],
    ['2024-02-29', 4, '2028-02-29'],
  ])('of %s and %d years ends on %s', (calculationDate, wellLifespanYears, expected) =>
    expect(retirementDateOf({ calculationDate, wellLifespanYears })).toBe(expected),
  );

  it('ends on its retirement date', () => {
    expect(retirementDateOf(to('2020-01-15', '2030-03-20'))).toBe('2030-03-20');
  });
});

describe('a layer with a retirement date', () => {
  it('is worth the same as with a lifespan if the time is whole years', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 1, max: 50 }), (date, lifespan) => {
        // The same day of February is not equally far into its month every year.
        fc.pre(!date.includes('-02-') && addYears(date, lifespan) <= '2199-12-31');
        const life = to(date, addYears(date, lifespan));
        expect(presentValue({ ...TERMS, ...life })).toBe(
          presentValue({ ...TERMS, wellLifespanYears: lifespan }),
        );
      }),
    );
  });

  it('is discounted over part of a year in proportion', () => {
    const life = to('2020-01-01', '2030-07-01');
    expect(formatCents(presentValue({ ...TERMS, ...life }))).toBe(
      formatCents(Math.round(10_000_000 * (1.025 / 1.08) ** 10.5)),
    );
  });

  it('accretes for exactly its life, however that is split', () => {
    fc.assert(
      fc.property(anyDate, anyDate, anyDate, (one, other, cut) => {
        const [from, until] = [one, other].sort() as [string, string];
        fc.pre(from < until && until <= '2099-12-31' && from >= '1950-01-01');
        const life = to(from, until);
        const ticks = (accretedThrough: string | null, periodEnd: string) => {
          const { numerator, denominator } = accretionTime({ ...life, accretedThrough, periodEnd });
          return numerator * (TICKS_PER_YEAR / denominator);
        };
        const first = ticks(null, cut);
        const second = cut < from ? ticks(null, '9999-12-31') : ticks(cut, '9999-12-31');
        expect(first + second).toBe(ticksOfLife(life));
        expect(remainingTime(life, { day: until, isPlugged: false }).numerator).toBe(0);
      }),
    );
  });

  it('has a formula with the exact time', () => {
    const life = to('2020-01-01', '2030-02-01');
    const layer = { ...TERMS, ...life, layerType: 'initial' as const, measurement: null, isGiven: false };
    const aroValueCents = presentValue({ ...TERMS, ...life });
    expect(layerFormula({ ...layer, aroValueCents }, null)).toEqual([
      '100,000.00 × 1.025^10.083333333333 ÷ 1.08^10.083333333333 = 59,034.98',
    ]);
    expect(endOfLife(life)).toBe(endOfLife({ ...life, calculationDate: '1999-09-09' }));
  });
});
