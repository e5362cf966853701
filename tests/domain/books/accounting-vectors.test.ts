import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accretionExpense, accretionTime } from '~/domain/books/accretion';
import { type Measurement, measureLayer } from '~/domain/books/layer';
import { presentValue } from '~/domain/books/present-value';
import { formatCents, parseMoney } from '~/domain/money/money';
import { parseRate } from '~/domain/money/rate';

/**
 * Worked figures supplied with the assignment, stored next to the project rather than in it. The tests of each module repeat the same
 * figures, so a checkout without this file tests just as much.
 */
const FILE = new URL('../../../../shared/data/accounting-vectors.json', import.meta.url);

type Vector = {
  id: string;
  what: string;
  input: Record<string, number | string>;
  expected: Record<string, string>;
};
const vectors: Vector[] = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : [];

describe.skipIf(vectors.length === 0)('accounting vectors', () => {
  it('are all covered here', () => {
    expect(vectors.map(({ id }) => id)).toEqual(['A13', 'A14', 'B4', 'B5', 'C1', 'C2']);
  });

  it.each(vectors.filter(({ id }) => id.startsWith('A')))('$id: $what', ({ input, expected }) => {
    expect(formatCents(presentValue(costAndTerms(input)))).toBe(expected.aroValue);
  });

  it.each(vectors.filter(({ id }) => id.startsWith('B')))('$id: $what', ({ input, expected }) => {
    const time =
      input.months === undefined
        ? accretionTime({
            calculationDate: String(input.calculationDate),
            wellLifespanYears: 25,
            accretedThrough: null,
            periodEnd: String(input.periodEnd),
          })
        : { numerator: Number(input.months), denominator: 12 };
    const expense = accretionExpense({
      beginningCents: money(input.beginningAro),
      discountRateBp: rate(input.discountRate),
      time,
      method: 'simple',
    });
    expect(formatCents(expense)).toBe(expected.accretionExpense);
  });

  it.each(vectors.filter(({ id }) => id.startsWith('C')))('$id: $what', ({ input, expected }) => {
    const { carryingAmountBefore = '39776.03', ...measurements } = expected;
    expect(formatCents(carriedAfterFiveYears())).toBe(carryingAmountBefore);
    for (const [measurement, value] of Object.entries(measurements)) {
      const layer = measureLayer({
        layerType: 'additional',
        measurement: measurement as Measurement,
        ...costAndTerms(input),
        previous: {
          totalEstimateCents: money(input.previousEstimate),
          carryingAmountCents: carriedAfterFiveYears(),
        },
      });
      expect(formatCents(layer.aroValueCents)).toBe(value);
    }
  });
});

/** Carrying amount of 100,000 over 25 years at 2.5% and 8% from 2020-01-01, accreted by the interest method to 2024-12-31. */
function carriedAfterFiveYears(): number {
  const terms = { inflationRateBp: 250, discountRateBp: 800, wellLifespanYears: 25 };
  const aroCents = presentValue({ pAndACostCents: 10_000_000, ...terms });
  const span = { calculationDate: '2020-01-01', wellLifespanYears: 25, accretedThrough: null };
  const time = accretionTime({ ...span, periodEnd: '2024-12-31' });
  const input = { beginningCents: aroCents, discountRateBp: terms.discountRateBp, time };
  return aroCents + accretionExpense({ ...input, method: 'effective' });
}

function costAndTerms(input: Vector['input']) {
  return {
    pAndACostCents: money(input.pAndACost),
    inflationRateBp: rate(input.inflationRate),
    discountRateBp: rate(input.discountRate),
    wellLifespanYears: Number(input.wellLifespan),
  };
}

function money(input: string | number | undefined): number {
  const parsed = parseMoney(input ?? '');
  if (!parsed.ok) throw new Error(`${input}: ${parsed.reason}`);
  return parsed.cents;
}

function rate(input: string | number | undefined): number {
  const parsed = parseRate(input ?? '');
  if (!parsed.ok) throw new Error(`${input}: ${parsed.reason}`);
  return parsed.rateBp;
}
