import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LayerState } from '~/domain/books/act';
import { resultOf } from '~/domain/books/offset';
import { reversePosting, stateAfterReversal } from '~/domain/books/reversal';
import { type Settlement, settleOnDay, spreadRelief } from '~/domain/books/settlement';
import type { BookedPosting } from '~/domain/books/well-books';
import { monthEnd } from '~/domain/calendar/calendar-date';
import { apportion, apportionByAmounts } from '~/domain/money/apportion';
import { DomainConflict } from '~/domain/money/domain-conflict';
import { type Cents, formatCents } from '~/domain/money/money';
import { expected, vectors } from '../../support/ledger-vectors';
import { casesOf, cents, expectFigures, tableOf } from '../../support/method-tables';
import { offsetOf } from '../../support/offset';
import { booked, FOR_THE_COMPANY, SETTLEMENT_TERMS, simpleAct } from '../../support/worked-well';

const PLAIN: Settlement = {
  day: '2020-01-31',
  costCents: 0,
  reliefCents: null,
  isFinal: false,
  order: 'proportion',
  terms: SETTLEMENT_TERMS,
};

/** Layers of one well that do not accrete, with the given carrying amounts. */
function layersOf(balances: readonly Cents[]): LayerState[] {
  return balances.map((currentAroCents, index) =>
    booked({
      id: index + 1,
      currentAroCents,
      arcCostCents: currentAroCents,
      arcBaseCents: currentAroCents,
      accretedThrough: PLAIN.day,
    }),
  );
}

function settle(layers: LayerState[], settlement: Partial<Settlement>, later: BookedPosting[] = []) {
  const act = simpleAct();
  const settled = settleOnDay(act, { wellCode: 'A-1', layers, later }, { ...PLAIN, ...settlement });
  const { postings } = act.finish();
  const own = postings.find(({ kind }) => kind === 'settlement')!;
  const amount = (kind: string, name: 'liabilityCents' | 'cashCents' | 'arcCostCents') =>
    layers.map(({ id }) => own.movements.find((one) => one.layerId === id && one.kind === kind)?.[name] ?? 0);
  return {
    ...settled,
    act,
    postings,
    own,
    reliefs: amount('settled', 'liabilityCents').map((value) => 0 - value),
    costs: amount('settled', 'cashCents').map((value) => 0 - value),
    after: layers.map((layer) => act.stateOf(layer)),
  };
}

describe('docs/accounting-method.md: Settlement', () => {
  it('shows the worked settlement of ST-PARTIAL, month by month', () => {
    let layer = booked({
      calculationDate: '2019-12-31',
      accretedThrough: '2019-12-31',
      currentAroCents: 30_000_000,
      arcCostCents: 0,
    });
    const rows = tableOf('Settlement', 'Month').map((row) => {
      const act = simpleAct();
      const day = monthEnd(`2020-0${row.Month}-01`);
      const [relief, cost] = [cents(row.Relief), cents(row.Cost)];
      const beginning = layer.currentAroCents;
      if (cost === 0) {
        act.accrete('main', layer, day, FOR_THE_COMPANY);
      } else {
        const isFinal = row.Month === '6';
        const settlement = { ...PLAIN, day, costCents: cost, reliefCents: relief, isFinal };
        settleOnDay(act, { wellCode: 'A-1', layers: [layer], later: [] }, settlement);
      }
      const movements = act.finish().postings.flatMap((posting) => posting.movements);
      const settled = movements.find(({ kind }) => kind === 'settled');
      layer = act.stateOf(layer);
      return [
        row,
        {
          Beginning: beginning,
          Accretion: movements.find(({ kind }) => kind === 'accreted')!.liabilityCents,
          Relief: settled ? 0 - settled.liabilityCents : 0,
          Cost: settled ? 0 - settled.cashCents : 0,
          'Gain or loss': settled ? offsetOf(settled) : 0,
          Ending: layer.currentAroCents,
        },
      ] as const;
    });
    expect(rows).toHaveLength(6);
    for (const [row, computed] of rows) expectFigures(row, computed);
    if (vectors.length > 0) expect(rows.map(([, computed]) => computed)).toEqual(vectorRows('ST-PARTIAL'));
  });

  it.each(casesOf('Settlement', 'Oldest first'))('%s', (_title, row) => {
    const balances = tableOf('Settlement', 'Oldest first').map(({ Carried }) => cents(Carried));
    const place = Number(row.Layer) - 1;
    expectFigures(row, {
      'In proportion': spreadRelief(5_000_000, balances, 'proportion')[place]!,
      'Oldest first': spreadRelief(5_000_000, balances, 'oldest')[place]!,
    });
  });
});

describe('spreadRelief', () => {
  it('skips a layer without a carrying amount, oldest first', () => {
    expect(spreadRelief(5_000_000, [4_000_000, 0, 1_500_000], 'oldest')).toEqual([4_000_000, 0, 1_000_000]);
  });

  it('uses proportions if a layer is negative, whatever the order', () => {
    const balances = [4_000_000, -1, 1_500_000];
    expect(spreadRelief(5_000_000, balances, 'oldest')).toEqual(
      spreadRelief(5_000_000, balances, 'proportion'),
    );
  });
});

describe('settleOnDay', () => {
  it('settles 440,619 for 351,000 with a gain of 89,619 (ST-FAS143-1)', () => {
    const { own } = settle(layersOf([44_061_900]), { costCents: 35_100_000, isFinal: true });
    const [settled] = own.movements;
    expect(offsetOf(settled!)).toBe(8_961_900);
  });

  it('relieves 0.7 million for 1.1 million paid, and expenses the rest (ST-1096339)', () => {
    const { own, after } = settle(layersOf([500_000_000]), {
      costCents: 110_000_000,
      reliefCents: 70_000_000,
    });
    expect(own.movements.map((one) => resultOf(one.kind, one, own.terms))).toEqual([-40_000_000]);
    expect(after.map(({ currentAroCents }) => currentAroCents)).toEqual([430_000_000]);
  });

  it('takes 50,000.00 from the oldest of 40,000, 15,000 and 5,000 first (ST-OLDEST-FIRST)', () => {
    const { after } = settle(layersOf([4_000_000, 1_500_000, 500_000]), {
      costCents: 5_000_000,
      order: 'oldest',
    });
    const { layersAfter } = expected('ST-OLDEST-FIRST', { layersAfter: ['0.00', '5000.00', '5000.00'] });
    expect(after.map(({ currentAroCents }) => formatCents(currentAroCents))).toEqual(layersAfter);
    // The asset is unchanged.
    expect(after.map(({ arcCostCents }) => arcCostCents)).toEqual([4_000_000, 1_500_000, 500_000]);
  });

  it.each([
    ['the cost while that is less than carried', { costCents: 400 }, [400]],
    ['all that is carried when the cost is more', { costCents: 2_000 }, [1_000]],
    ['what is given, whatever the cost', { costCents: 400, reliefCents: 700 }, [700]],
    ['nothing when that is given', { costCents: 400, reliefCents: 0 }, [0]],
  ])('relieves %s', (_, settlement, reliefs) => {
    const settled = settle(layersOf([1_000]), settlement);
    expect(settled.reliefs).toEqual(reliefs);
    expect(settled.costs).toEqual([settlement.costCents]);
  });

  it('refuses relief above the carrying amount, and an empty settlement', () => {
    expect(() => settle(layersOf([1_000]), { costCents: 1, reliefCents: 1_001 })).toThrow(
      'Relief can’t exceed the well’s carrying amount on 2020-01-31, 10.00',
    );
    expect(() => settle(layersOf([1_000]), {})).toThrow('Enter a cost');
    expect(() => settle(layersOf([-5]), { costCents: 3, reliefCents: 1 })).toThrow('0.00');
    expect(() => settle([], { costCents: 1 })).toThrow(DomainConflict);
  });

  it('assigns cost without relief to the oldest layer', () => {
    expect(settle(layersOf([300, 700]), { costCents: 50, reliefCents: 0 }).costs).toEqual([50, 0]);
    expect(settle(layersOf([100, -100]), { costCents: 50, isFinal: true }).costs).toEqual([50, 0]);
  });

  it('accretes through the day first, and reposts on what remains', () => {
    const layer = booked();
    const act = simpleAct();
    act.accrete('main', layer, '2020-03-31', FOR_THE_COMPANY);
    const [posting] = act.finish().postings;
    const later = [{ ...posting!, id: 2, number: 2, movements: posting!.movements }];
    const state = act.stateOf(layer);
    const { postings, after } = settle([state], { costCents: 1_000_000, day: '2020-02-29' }, later);
    expect(postings.map(({ kind, day }) => [kind, day])).toEqual([
      ['reversal', '2020-03-31'],
      ['accretion', '2020-02-29'],
      ['settlement', '2020-02-29'],
      ['accretion', '2020-03-31'],
    ]);
    const again = postings[3]!.movements[0]!;
    expect(again.accretion!.baseCents).toBe(after[0]!.currentAroCents - again.liabilityCents);
    expect(after[0]!.accretedThrough).toBe('2020-03-31');
  });

  it('relieves the full carrying amount when final, whatever the cost', () => {
    const settled = settle(layersOf([700, 300]), { costCents: 400, isFinal: true });
    expect(settled).toMatchObject({ carryingCents: 1_000, reliefCents: 1_000, reliefs: [700, 300] });
  });

  it('records a final settlement of a well without carrying amount or cost', () => {
    const layer = { ...booked(), currentAroCents: 0, arcCostCents: 0, accretedThrough: PLAIN.day };
    expect(settle([layer], { isFinal: true }).own.movements).toHaveLength(1);
  });

  it('writes no movement for a layer without a carrying amount, unless the well has no other', () => {
    const layerIdsOf = (balances: Cents[]) =>
      settle(layersOf(balances), { isFinal: true }).own.movements.map(({ layerId, kind }) => [layerId, kind]);
    expect(layerIdsOf([0, 0])).toEqual([[1, 'settled']]);
    expect(layerIdsOf([0, 100])).toEqual([
      [2, 'settled'],
      [2, 'retired'],
    ]);
  });

  it('returns the asset of a final settlement by the account it goes to', () => {
    const parts = (settlement: Partial<Settlement>) => {
      const { writtenOffCents, toAccumulatedCents } = settle(layersOf([700, 300]), {
        costCents: 400,
        ...settlement,
      });
      return [writtenOffCents, toAccumulatedCents];
    };
    const depreciatesHere = { ...SETTLEMENT_TERMS, retiredTo: SETTLEMENT_TERMS.settledTo };
    expect(parts({ isFinal: true })).toEqual([0, 1_000]);
    expect(parts({ isFinal: true, terms: depreciatesHere })).toEqual([1_000, 0]);
    expect(parts({ isFinal: false })).toEqual([0, 0]);
  });

  it('writes off depreciation that rounding left without a cost', () => {
    const [layer] = layersOf([100]);
    const { after } = settle([{ ...layer!, arcCostCents: 0, arcAccumulatedCents: -1 }], { isFinal: true });
    expect(after).toMatchObject([{ currentAroCents: 0, arcCostCents: 0, arcAccumulatedCents: 0 }]);
  });

  const anyBalances = fc.array(fc.integer({ min: -1_000_000, max: 5_000_000 }), {
    minLength: 1,
    maxLength: 6,
  });

  it('leaves exactly zero in every layer and asset when final, and restores them when reversed', () => {
    fc.assert(
      fc.property(anyBalances, fc.nat(9_000_000), (balances, costCents) => {
        const layers = layersOf(balances);
        const { after, costs, own } = settle(layers, { costCents, isFinal: true });
        for (const layer of after) expect([layer.currentAroCents, layer.arcCostCents]).toEqual([0, 0]);
        expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(costCents);
        const back = simpleAct();
        const arcBefore = layers.map(({ id, arcCostCents }) => ({
          layerId: id,
          day: '2020-01-01',
          kind: 'incurred' as const,
          isUnitsOfProduction: false,
          arcCostCents,
          arcAccumulatedCents: 0,
        }));
        reversePosting(back, [{ layers: after, later: [{ ...own, id: 9, number: 9 }], arcBefore }], {
          postings: new Set([9]),
          includeLater: false,
          dateOf: (day) => day,
        });
        expect(after.map((layer) => back.stateOf(layer))).toEqual(layers);
      }),
    );
  });

  it('spreads relief and cost over the layers to the cent, and takes no layer past zero', () => {
    fc.assert(
      fc.property(
        anyBalances,
        fc.nat(1_000),
        fc.nat(9_000_000),
        fc.constantFrom('proportion' as const, 'oldest' as const),
        (balances, permille, cost, order) => {
          const carried = balances.reduce((sum, balance) => sum + balance, 0);
          const reliefCents = Math.floor((Math.max(0, carried) * permille) / 1_000);
          const settlement = { costCents: cost + 1, reliefCents, order };
          const { reliefs, costs, after } = settle(layersOf(balances), settlement);
          expect(reliefs.reduce((sum, relief) => sum + relief, 0)).toBe(reliefCents);
          expect(costs.reduce((sum, part) => sum + part, 0)).toBe(cost + 1);
          for (const [index, { currentAroCents }] of after.entries()) {
            expect(Math.sign(currentAroCents) * Math.sign(balances[index]!)).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });
});

describe('apportion', () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [-100, [1, 1, 1], [-33, -33, -34]],
    [10, [3, -1, 3], [6, -2, 6]],
    [5, [0, 0, 1], [0, 0, 5]],
  ])('divides %i over %j as %j', (total, weights, parts) => {
    expect(apportion(total, weights)).toEqual(parts);
  });

  it('refuses parts beyond the largest amount when weights nearly cancel out', () => {
    expect(() => apportion(100_000_000, [10_000_000_000, -9_999_999_999])).toThrow('9,999,999,999.99');
  });

  it('refuses weights that sum to zero', () => {
    expect(() => apportion(1, [1, -1])).toThrow(RangeError);
  });
});

describe('apportionByAmounts', () => {
  it.each([
    ['by what it follows', 100_00, [300_00, 100_00], [75_00, 25_00]],
    ['to the cent, the largest remainder first', 1_00, [1, 1, 1], [34, 33, 33]],
    ['beyond the total where signs differ', 90_00, [100_00, -40_00], [150_00, -60_00]],
    ['all to the first where nothing is left to follow', 5_00, [0, 0], [5_00, 0]],
    ['all to the first where it cancels out', 5_00, [7_00, -7_00], [5_00, 0]],
    // 120,000.00 × 99,990.83 ÷ 0.83 is 14.5 billion.
    ['all to the first where it nearly does', 120_000_00, [99_990_83, -99_990_00], [120_000_00, 0]],
    ['to none where there is none', 0, [], []],
  ])('divides %s', (_, total, followed, parts) => {
    expect(apportionByAmounts(total, followed)).toEqual(parts);
  });
});

describe('stateAfterReversal', () => {
  const active = { wellStatus: 'Active' as const, pluggedOn: null };
  const plugged = { wellStatus: 'Plugged' as const, pluggedOn: '2020-01-31' };

  it('is the state before the oldest reversed settlement', () => {
    const changes = [
      { before: plugged, after: plugged },
      { before: active, after: plugged },
    ];
    expect(stateAfterReversal('A-1', plugged, changes)).toEqual(active);
  });

  it('refuses a well that was changed since', () => {
    expect(() => stateAfterReversal('A-1', active, [{ before: active, after: plugged }])).toThrow(
      'Set its status back to Plugged on 2020-01-31',
    );
  });
});

/** Rows of a vector, in cents. */
function vectorRows(id: string): Record<string, Cents>[] {
  const { expected } = vectors.find((vector) => vector.id === id)!;
  return (expected.rows as Record<string, string>[]).map((row) => ({
    Beginning: cents(row.beginning),
    Accretion: cents(row.accretion),
    Relief: cents(row.relieved),
    Cost: cents(row.cash),
    'Gain or loss': cents(row.gainOrLoss),
    Ending: cents(row.ending),
  }));
}
