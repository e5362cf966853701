import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureLayer } from '~/domain/books/layer';
import { layerFormula, type MeasuredLayer } from '~/domain/books/layer-formula';
import { anyCost, anyLifespan, anyRateBp } from '../../support/arbitraries';

const terms = { discountRateBp: 800, inflationRateBp: 250, wellLifespanYears: 25 };
const initial: MeasuredLayer = {
  ...terms,
  layerType: 'initial',
  measurement: null,
  pAndACostCents: 10_000_000,
  aroValueCents: 2_707_090,
  isGiven: false,
};

describe('layerFormula', () => {
  it('of an initial layer', () => {
    expect(layerFormula(initial, null)).toEqual(['100,000.00 × 1.025^25 ÷ 1.08^25 = 27,070.90']);
  });

  it.each([
    [
      'a change',
      { measurement: 'change', pAndACostCents: 12_000_000, aroValueCents: 541_418 },
      ['(120,000.00 − 100,000.00) × 1.025^25 ÷ 1.08^25 = 5,414.18'],
    ],
    [
      'a decrease',
      { measurement: 'change', pAndACostCents: 8_000_000, aroValueCents: -541_418 },
      ['(80,000.00 − 100,000.00) × 1.025^25 ÷ 1.08^25 = −5,414.18'],
    ],
    [
      'a decrease beyond what is carried',
      { measurement: 'change', pAndACostCents: 8_000_000, aroValueCents: -500_000 },
      [
        '(80,000.00 − 100,000.00) × 1.025^25 ÷ 1.08^25 = −5,414.18',
        'Capped at the 5,000.00 carrying amount = −5,000.00',
      ],
    ],
    [
      'an increment',
      { measurement: 'increment', pAndACostCents: 10_000_000, aroValueCents: 2_707_090 },
      ['100,000.00 × 1.025^25 ÷ 1.08^25 = 27,070.90'],
    ],
    [
      'an increment whose value was given',
      { measurement: 'increment', pAndACostCents: 10_000_000, aroValueCents: 3_000_000 },
      ['100,000.00 × 1.025^25 ÷ 1.08^25 = 27,070.90', 'Value entered directly: 30,000.00'],
    ],
    [
      'a decrease whose value was given',
      { measurement: 'change', pAndACostCents: 8_000_000, aroValueCents: -500_000, isGiven: true },
      ['(80,000.00 − 100,000.00) × 1.025^25 ÷ 1.08^25 = −5,414.18', 'Value entered directly: −5,000.00'],
    ],
    [
      'a remeasurement whose value was given',
      { measurement: 'remeasure', pAndACostCents: 10_000_000, aroValueCents: -292_910, isGiven: true },
      ['100,000.00 × 1.025^25 ÷ 1.08^25 = 27,070.90', 'Value entered directly: −2,929.10'],
    ],
    [
      'a remeasurement',
      { measurement: 'remeasure', pAndACostCents: 10_000_000, aroValueCents: -292_910 },
      ['100,000.00 × 1.025^25 ÷ 1.08^25 = 27,070.90', '27,070.90 − 30,000.00 carrying amount = −2,929.10'],
    ],
    [
      'a remeasurement of a negative balance',
      { measurement: 'remeasure', pAndACostCents: 10_000_000, aroValueCents: 2_807_090 },
      ['100,000.00 × 1.025^25 ÷ 1.08^25 = 27,070.90', '27,070.90 − (−1,000.00) carrying amount = 28,070.90'],
    ],
    [
      'figures that no amount can hold',
      {
        measurement: 'increment',
        pAndACostCents: 999_999_999_999,
        inflationRateBp: 99_999,
        aroValueCents: 100,
      },
      ['Value entered directly: 1.00'],
    ],
  ] as [string, Partial<MeasuredLayer>, string[]][])('of %s', (_, given, lines) => {
    expect(layerFormula({ ...initial, layerType: 'additional', ...given }, 10_000_000)).toEqual(lines);
  });

  it('ends with the value the layer was booked with', () => {
    fc.assert(
      fc.property(
        anyCost,
        anyCost,
        fc.integer({ min: 0, max: 100_000_000 }),
        anyRateBp,
        anyLifespan,
        fc.constantFrom('change', 'increment', 'remeasure'),
        (
          pAndACostCents,
          totalEstimateCents,
          carryingAmountCents,
          discountRateBp,
          wellLifespanYears,
          measurement,
        ) => {
          const layer = {
            layerType: 'additional',
            measurement,
            pAndACostCents,
            discountRateBp,
            inflationRateBp: 250,
            wellLifespanYears,
          } as const;
          const { aroValueCents } = measureLayer({
            ...layer,
            previous: { totalEstimateCents, carryingAmountCents },
          });
          const lines = layerFormula({ ...layer, aroValueCents, isGiven: false }, totalEstimateCents);
          const last = lines.at(-1)!.split(' = ')[1]!;
          expect(Math.round(Number(last.replaceAll(',', '').replace('−', '-')) * 100)).toBe(aroValueCents);
        },
      ),
    );
  });
});
