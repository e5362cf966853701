import { describe, expect, it } from 'vitest';
import { rateReason } from '~/domain/books/rate-reason';
import {
  companyRatesReason,
  discountRateFor,
  discountReason,
  formatMaturity,
  inflationRateFor,
  interpolationLine,
  parseMaturity,
  type RateTable,
} from '~/domain/books/rate-table';
import { formatExactRate, formatRate } from '~/domain/money/rate';
import { vectors } from '../../support/ledger-vectors';

const rates = (...given: [years: number, percent: number][]) =>
  given.map(([years, percent]) => ({ maturity: years * 100, rateBp: Math.round(percent * 100) }));

/** RATE-LOOKUP: two tables half a year apart, the second with inflation as well. */
const TABLES: RateTable[] = [
  { effectiveOn: '2023-12-31', discountRates: rates([5, 7.1], [10, 7.6], [20, 8]), inflationRateBp: null },
  { effectiveOn: '2024-06-30', discountRates: rates([5, 7.4], [10, 7.9], [20, 8.3]), inflationRateBp: 250 },
];

const life = (calculationDate: string, wellLifespanYears: number, retirementDate: string | null = null) => ({
  calculationDate,
  wellLifespanYears,
  retirementDate,
});
const found = (...given: Parameters<typeof life>) => {
  const { rateBp, source } = discountRateFor(TABLES, life(...given))!;
  return [formatRate(rateBp), source.effectiveOn, source.place];
};

describe('the discount rate of a layer', () => {
  it('comes from the newest table on or before its date, between two maturities (RATE-LOOKUP)', () => {
    // 7.60 + (8.00 − 7.60) × (15 − 10) ÷ (20 − 10) = 7.80
    expect(found('2024-05-15', 15)).toEqual(['7.80', '2023-12-31', 'between']);
  });

  it.skipIf(vectors.length === 0)('matches the vector RATE-LOOKUP', () => {
    type Inputs = {
      table: { effective: string; maturities: Record<string, string> }[];
      date: string;
      years: number;
    };
    const vector = vectors.find(({ id }) => id === 'RATE-LOOKUP')!;
    const inputs = vector.inputs as Inputs;
    const tables = inputs.table.map(({ effective, maturities }) => ({
      effectiveOn: effective,
      discountRates: rates(
        ...Object.entries(maturities).map(([y, p]): [number, number] => [Number(y), Number(p)]),
      ),
      inflationRateBp: null,
    }));
    const { rateBp, source } = discountRateFor(tables, life(inputs.date, inputs.years))!;
    expect({ effectiveRow: source.effectiveOn, ratePercent: formatRate(rateBp) }).toEqual(vector.expected);
  });

  it.each([
    ['the day before a table', '2024-06-29', '7.60', '2023-12-31'],
    ['the day of a table', '2024-06-30', '7.90', '2024-06-30'],
    ['long after the newest', '2031-01-01', '7.90', '2024-06-30'],
  ])('changes with the table: %s', (_, day, rate, effectiveOn) => {
    expect(found(day, 10)).toEqual([rate, effectiveOn, 'at']);
  });

  it('uses the first or last maturity for times beyond them', () => {
    expect(found('2024-05-15', 3)).toEqual(['7.10', '2023-12-31', 'shortest']);
    expect(found('2024-05-15', 200)).toEqual(['8.00', '2023-12-31', 'longest']);
    expect(found('2024-05-15', 5)).toEqual(['7.10', '2023-12-31', 'at']);
    expect(found('2024-05-15', 20)).toEqual(['8.00', '2023-12-31', 'at']);
  });

  it('uses the exact time to a retirement date, to ten decimals of a percent', () => {
    // 12 years and 3 months: 7.60 + 0.40 × 2.25 ÷ 10 = 7.69
    expect(found('2024-01-15', 13, '2036-04-15')).toEqual(['7.69', '2023-12-31', 'between']);
    // 12 years and one day of January: 7.60 + 0.40 × (2 + 1/372) ÷ 10 = 7.68010752688...
    const { rateBp } = discountRateFor(TABLES, life('2024-01-15', 13, '2036-01-16'))!;
    expect(formatExactRate(rateBp)).toBe('7.6801075269');
  });

  it('falls along a falling curve, down to its last rate', () => {
    const falling = [{ ...TABLES[0]!, discountRates: rates([0.5, 9], [2, 6]) }];
    // 9.00 − 3.00 × 0.5 ÷ 1.5 = 8.00
    expect(discountRateFor(falling, life('2024-01-01', 1))!.rateBp).toBe(800);
    expect(discountRateFor(falling, life('2024-01-01', 40))!.rateBp).toBe(600);
  });

  it('is null before the first table, and with tables of inflation only', () => {
    expect(discountRateFor(TABLES, life('2023-12-30', 10))).toBeNull();
    const inflation = [{ effectiveOn: '2020-01-01', discountRates: null, inflationRateBp: 200 }];
    expect(discountRateFor(inflation, life('2024-01-01', 10))).toBeNull();
    // A newer inflation-only table does not hide earlier discount rates.
    const both = [...TABLES, { effectiveOn: '2024-02-01', discountRates: null, inflationRateBp: 300 }];
    expect(discountRateFor(both, life('2024-05-15', 10))!.source.effectiveOn).toBe('2023-12-31');
  });
});

describe('the inflation rate of a date', () => {
  it('comes from the newest table on or before it that has one', () => {
    expect(inflationRateFor(TABLES, '2024-06-29')).toBeNull();
    expect(inflationRateFor(TABLES, '2024-07-01')).toEqual({
      rateBp: 250,
      source: { effectiveOn: '2024-06-30' },
    });
    const zero = [{ effectiveOn: '2024-07-01', discountRates: null, inflationRateBp: 0 }, ...TABLES];
    expect(inflationRateFor(zero, '2024-07-01')?.rateBp).toBe(0);
  });
});

describe('the description of rate sources', () => {
  const sourceOf = (years: number) => discountRateFor(TABLES, life('2024-05-15', years))!.source;

  it.each([
    [15, 'between 10 and 20 years'],
    [10, 'at 10 years'],
    [1, 'at 5 years, its shortest maturity'],
    [30, 'at 20 years, its longest maturity'],
  ])('%s years: %s', (years, place) => {
    expect(discountReason(sourceOf(years))).toBe(
      `Discount rate from the company’s rate table dated 2023-12-31, ${place}`,
    );
  });

  it('uses the singular for one year', () => {
    const table: RateTable = {
      effectiveOn: '2023-12-31',
      discountRates: rates([1, 7]),
      inflationRateBp: null,
    };
    const { source } = discountRateFor([table], life('2024-05-15', 1))!;
    expect(discountReason(source)).toBe(
      'Discount rate from the company’s rate table dated 2023-12-31, at 1 year',
    );
  });

  it('names the rate that was entered manually', () => {
    const inflation = { effectiveOn: '2024-06-30' };
    expect(companyRatesReason({ discount: null, inflation })).toBe(
      'Company’s rate tables: discount as entered; inflation of 2024-06-30',
    );
    expect(rateReason('table', { discount: sourceOf(15), inflation: null })).toBe(
      'Company’s rate tables: discount of 2023-12-31, between 10 and 20 years; inflation as entered',
    );
    expect(rateReason('newest', null)).toBe('Newest layer first');
    expect(rateReason(null, null)).toBe('As entered');
  });

  it('shows the arithmetic', () => {
    const given = life('2024-01-15', 13, '2036-01-16');
    const { rateBp, source } = discountRateFor(TABLES, given)!;
    expect(interpolationLine(source, rateBp, given)).toBe(
      '7.60% + (8.00% − 7.60%) × (12.002688172043 − 10) ÷ (20 − 10) = 7.6801075269%',
    );
    const whole = discountRateFor(TABLES, life('2024-05-15', 15))!;
    expect(interpolationLine(whole.source, whole.rateBp, life('2024-05-15', 15))).toBe(
      '7.60% + (8.00% − 7.60%) × (15 − 10) ÷ (20 − 10) = 7.80%',
    );
    const at = discountRateFor(TABLES, life('2024-05-15', 10))!;
    expect(interpolationLine(at.source, at.rateBp, life('2024-05-15', 10))).toBeNull();
  });
});

describe('a maturity', () => {
  it.each([
    ['10', 1_000, '10'],
    [0.25, 25, '0.25'],
    ['0.50', 50, '0.5'],
    ['200', 20_000, '200'],
  ])('%s is parsed and formatted', (given, maturity, text) => {
    expect(parseMaturity(given)).toBe(maturity);
    expect(formatMaturity(maturity)).toBe(text);
  });

  it.each(['0', '-1', '200.01', '0.125', 'ten', ''])('%s is invalid', (given) => {
    expect(parseMaturity(given)).toBeNull();
  });
});
