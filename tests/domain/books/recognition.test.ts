import { describe, expect, it } from 'vitest';
import type { LayerState } from '~/domain/books/act';
import type { Measurement } from '~/domain/books/layer';
import { type RecognizedLayer, recognize } from '~/domain/books/recognition';
import { casesOf, cents, expectFigures } from '../../support/method-tables';
import { booked, depreciatingAct, simpleAct } from '../../support/worked-well';

const DAY = '2021-01-01';

/** A layer of the well before anything is posted to it. */
function layerOf(aroValueCents: number, measurement: Measurement | null = 'change'): RecognizedLayer {
  const empty = { currentAroCents: 0, arcCostCents: 0, arcBaseCents: 0 };
  return { ...booked({ ...empty, id: 2, calculationDate: DAY }), aroValueCents, measurement };
}

/** The well's first layer with the given net cost. */
const withNetCost = (arcCostCents: number): LayerState =>
  booked({ arcCostCents, arcBaseCents: arcCostCents });

describe('the recognition of a layer', () => {
  it.each(casesOf('Depreciation', 'Capitalized'))(
    'capitalizes what the accounting method specifies: %s',
    (_title, row) => {
      const act = depreciatingAct();
      const change = cents(row.Change);
      const pluggedOn = row.Plugged === 'yes' ? DAY : null;
      recognize(act, layerOf(change), { layers: [withNetCost(cents(row['Net cost left']))], pluggedOn });
      const [movement] = act.finish().postings[0]!.movements;
      expect(movement).toMatchObject({ kind: 'revised', liabilityCents: change, accretion: null });
      expectFigures(row, { Capitalized: movement!.arcCostCents, Result: movement!.arcCostCents - change });
    },
  );

  it('capitalizes everything if the company does not depreciate, and all of a first layer', () => {
    const elsewhere = simpleAct();
    recognize(elsewhere, layerOf(-900_000), { layers: [withNetCost(600_000)], pluggedOn: null });
    expect(elsewhere.finish().postings[0]!.movements[0]!.arcCostCents).toBe(-900_000);
    const here = depreciatingAct();
    recognize(here, layerOf(900_000, null), { layers: [], pluggedOn: DAY });
    expect(here.finish().postings[0]!.movements[0]!.arcCostCents).toBe(900_000);
  });

  it.each([
    [null, undefined, 'incurred'],
    [null, 'acquired', 'acquired'],
    ['increment', undefined, 'incurred'],
    ['increment', 'acquired', 'acquired'],
    ['change', undefined, 'revised'],
    ['remeasure', undefined, 'revised'],
  ] as const)('is, measured by %s with origin %s, %s', (measurement, origin, kind) => {
    const act = simpleAct();
    recognize(act, layerOf(100, measurement), { layers: [], pluggedOn: null }, origin);
    const [{ kind: posted, day, movements }] = act.finish().postings as [
      ReturnType<typeof act.finish>['postings'][0],
    ];
    expect([posted, day, movements[0]!.kind]).toEqual(['calculation', DAY, kind]);
  });

  it('restarts the depreciation of older layers if the well’s retirement date changes', () => {
    const older = booked({ arcBaseDay: null, arcAccumulatedCents: -100, depreciatedThrough: '2020-12-31' });
    const baseOf = (added: RecognizedLayer) => {
      const act = depreciatingAct();
      recognize(act, added, { layers: [older], pluggedOn: null });
      return act.stateOf(older).arcBaseCents;
    };
    expect(baseOf({ ...layerOf(100), wellLifespanYears: 24 })).toBe(older.arcBaseCents);
    expect(baseOf({ ...layerOf(100), wellLifespanYears: 30 })).toBe(older.arcCostCents - 100);
  });
});
