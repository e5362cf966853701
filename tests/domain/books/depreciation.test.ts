import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAccretionCalculator } from '~/domain/books/accretion';
import { type Act, createAct, type LayerState } from '~/domain/books/act';
import { createArcHistory } from '~/domain/books/arc-history';
import {
  capitalizeChange,
  type DepreciationPolicy,
  MissingRate,
  netArcOf,
  straightLine,
  unitsOfProduction,
} from '~/domain/books/depreciation';
import { endOfLife } from '~/domain/books/life';
import { depreciationMovement } from '~/domain/books/movement';
import { presentValue } from '~/domain/books/present-value';
import { reversePosting } from '~/domain/books/reversal';
import { settleOnDay } from '~/domain/books/settlement';
import { type BookedPosting, openOnDay, restartDepreciation } from '~/domain/books/well-books';
import { addDays, addYears, monthEnd, nextMonthEnd } from '~/domain/calendar/calendar-date';
import { expected } from '../../support/ledger-vectors';
import { casesOf, cents, expectFigures, fraction, tableOf } from '../../support/method-tables';
import { offsetOf } from '../../support/offset';
import { booked, FOR_THE_COMPANY, SETTLEMENT_TERMS } from '../../support/worked-well';

const STRAIGHT_LINE: DepreciationPolicy = { method: 'straight-line', from: '2000-01-01' };
const act = (depreciation: DepreciationPolicy | null = STRAIGHT_LINE) =>
  createAct({ method: 'simple', calculator: createAccretionCalculator('simple'), depreciation });

/** A layer in the books with a cost and nothing else yet. */
function layerOf(cents: number, given: Partial<LayerState> = {}): LayerState {
  return booked({
    calculationDate: '2002-12-31',
    wellLifespanYears: 10,
    currentAroCents: cents,
    arcCostCents: cents,
    arcBaseCents: cents,
    ...given,
  });
}

/** A layer's charges on the given days, posted in order. */
function chargesAt(layer: LayerState, days: readonly string[], lifeEnd = endOfLife(layer)) {
  const one = act();
  return days.map((day) => {
    const before = netArcOf(one.stateOf(layer));
    one.depreciate('main', layer, day, FOR_THE_COMPANY, { lifeEnd, field: '' });
    return before - netArcOf(one.stateOf(layer));
  });
}

const yearEnds = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `${first + index}-12-31`);

describe('straight-line depreciation', () => {
  it('SC-FAS143-1: ten years of 194,879, in whole dollars with the rest in the last', () => {
    const { rows } = expected('SC-FAS143-1', {
      rows: [...Array(9).fill({ depreciation: '19488' }), { depreciation: '19487' }],
    });
    const charges = chargesAt(layerOf(19_487_900), yearEnds(2003, 10));
    expect(charges).toEqual(Array(10).fill(1_948_790));
    const dollars = charges.map((cents) => Math.round(cents / 100));
    dollars[9] = 194_879 - dollars.slice(0, 9).reduce((sum, amount) => sum + amount, 0);
    expect(dollars.map(String)).toEqual(rows.map(({ depreciation }) => depreciation));
  });

  it('ARC-ANALYSTNOTES: the first year of an asset of 1,636,183', () => {
    const given = expected('ARC-ANALYSTNOTES', {
      arc: '1636183',
      depreciation: '163618',
      accretion: '102261',
    });
    // At 6.25% for ten years without inflation.
    const arc = presentValue({
      pAndACostCents: 300_000_000,
      inflationRateBp: 0,
      discountRateBp: 625,
      wellLifespanYears: 10,
    });
    expect(String(Math.round(arc / 100))).toBe(given.arc);
    const layer = layerOf(arc, { discountRateBp: 625 });
    const one = act();
    one.accrete('main', layer, '2003-12-31', FOR_THE_COMPANY);
    const accretion = one.stateOf(layer).currentAroCents - arc;
    const [depreciation] = chargesAt(layer, ['2003-12-31']);
    expect([depreciation, accretion].map((cents) => String(Math.round(cents! / 100)))).toEqual([
      given.depreciation,
      given.accretion,
    ]);
  });

  it('ARC-REV-UP: 175,607 over the eight remaining years is 21,950.88 a year', () => {
    const given = expected('ARC-REV-UP', { arcNetAfter: '175607', annualDepreciationAfter: '21950.88' });
    const old = layerOf(19_487_900, {
      arcAccumulatedCents: -3_897_600,
      arcBaseCents: 15_590_300,
      arcBaseDay: '2004-12-31',
      depreciatedThrough: '2004-12-31',
    });
    const revision = layerOf(1_970_400, { id: 2, calculationDate: '2004-12-31', wellLifespanYears: 8 });
    expect(String((netArcOf(old) + netArcOf(revision)) / 100)).toBe(given.arcNetAfter);
    const [first] = chargesAt(old, ['2005-12-31'], endOfLife(revision));
    const [second] = chargesAt(revision, ['2005-12-31']);
    expect(((first! + second!) / 100).toFixed(2)).toBe(given.annualDepreciationAfter);
  });

  it('ST-CEDAR: the whole asset over its four years, 2,200,000.00 a year with the plant', () => {
    const { annualDepreciationInclAsset } = expected('ST-CEDAR', {
      annualDepreciationInclAsset: '2200000.00',
    });
    const charges = chargesAt(layerOf(880_000_000, { wellLifespanYears: 4 }), yearEnds(2003, 5));
    expect(charges).toEqual([...Array(4).fill(220_000_000), 0]);
    expect((charges[0]! / 100).toFixed(2)).toBe(annualDepreciationInclAsset);
  });

  it('counts the days of a partial month, as accretion does', () => {
    // 17 of January's 31 days, of 120 months.
    expect(chargesAt(layerOf(12_000_000, { calculationDate: '2026-01-15' }), ['2026-01-31'])).toEqual([
      54_839,
    ]);
  });

  it('ends on the day its well is plugged, and starts nothing after it', () => {
    const plugged = layerOf(12_000_000, { pluggedOn: '2003-06-30' });
    expect(chargesAt(plugged, ['2003-12-31', '2004-12-31'])).toEqual([600_000, 0]);
    expect(chargesAt({ ...plugged, pluggedOn: '2002-12-31' }, ['2003-12-31'])).toEqual([0]);
  });

  it("charges nothing before the company starts to depreciate, and then everything since the layer's date", () => {
    const later = act({ ...STRAIGHT_LINE, from: '2003-02-28' });
    const layer = layerOf(12_000_000);
    const of = { lifeEnd: endOfLife(layer), field: '' };
    later.depreciate('main', layer, '2003-01-31', FOR_THE_COMPANY, of);
    expect(later.finish().postings).toEqual([]);
    later.depreciate('main', layer, '2003-02-28', FOR_THE_COMPANY, of);
    expect(later.stateOf(layer).arcAccumulatedCents).toBe(-200_000);
  });

  it('records nothing for a day without time to charge: the layer’s own, one already charged, or the plugging date', () => {
    const nothing = (given: Partial<LayerState>, day: string) =>
      straightLine(layerOf(12_000_000, given), { lifeEnd: endOfLife(layerOf(12_000_000)), day });
    expect(nothing({}, '2002-12-31')).toBeNull();
    const charged = { arcAccumulatedCents: -600_000, depreciatedThrough: '2003-06-30' };
    expect(nothing(charged, '2003-06-30')).toBeNull();
    expect(nothing(charged, '2003-03-31')).toBeNull();
    expect(nothing({ calculationDate: '2003-01-15', pluggedOn: '2003-01-15' }, '2003-01-31')).toBeNull();
  });

  it('immediately charges what a change of the retirement date leaves no time for', () => {
    const overdue = layerOf(12_000_000, { arcBaseDay: '2014-06-30', depreciatedThrough: null });
    expect(chargesAt(overdue, ['2014-07-31', '2014-08-31'])).toEqual([12_000_000, 0]);
  });

  it('posts the same total in several steps as in one, and exactly all of it by the end', () => {
    const property = fc.property(
      fc.integer({ min: -10_000_000, max: 10_000_000 }),
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 1, max: 30 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 12_000 }), { maxLength: 8 }),
      (cents, offset, years, offsets) => {
        const calculationDate = addDays('2019-12-31', offset);
        const layer = layerOf(cents, { calculationDate, wellLifespanYears: years });
        const last = nextMonthEnd(addYears(calculationDate, years));
        const days = offsets
          .sort((a, b) => a - b)
          .map((days) => addDays(calculationDate, days))
          .filter((day) => day < last);
        for (const [index, day] of days.entries()) {
          const posted = chargesAt(layer, days.slice(0, index + 1)).reduce((sum, charge) => sum + charge, 0);
          const once = chargesAt(layer, [day])[0]!;
          expect(posted).toBe(once);
        }
        expect(chargesAt(layer, [...days, last]).reduce((sum, charge) => sum + charge, 0)).toBe(cents);
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it('can be recomputed from the fields of its movement', () => {
    const layer = layerOf(10_000_001);
    const state = { ...layer, arcAccumulatedCents: -83_333, depreciatedThrough: '2003-01-31' };
    expect(straightLine(state, { lifeEnd: endOfLife(layer), day: '2003-02-28' })).toEqual({
      chargeCents: 166_667 - 83_333,
      baseCents: 10_000_001,
      time: { numerator: 1, denominator: 60 },
      since: '2003-01-31',
    });
  });
});

describe('units of production', () => {
  const rates: Record<string, number> = { '2024-12': 75_000, '2025-12': 120_000 };
  const rateOf = (_: string, month: string) => rates[month] ?? 0;
  const of = { from: '2000-01-01', field: 'North', rateOf };

  it('ARC-UOP-1: 120,000.00 depleted by 9,000.00 and, on revised reserves, 13,320.00', () => {
    const given = expected('ARC-UOP-1', {
      depletion: ['9000.00', '13320.00'],
      netBookValue: ['111000.00', '97680.00'],
    });
    let layer = layerOf(12_000_000, { calculationDate: '2023-12-31' });
    const years = ['2024-12-31', '2025-12-31'].map((day) => {
      // 45,000 of 600,000 and 60,000 of 500,000 barrels, each in the last month of its year.
      const { chargeCents } = unitsOfProduction(layer, { ...of, day })!;
      layer = {
        ...layer,
        arcAccumulatedCents: layer.arcAccumulatedCents - chargeCents,
        depreciatedThrough: day,
      };
      return [chargeCents, netArcOf(layer)].map((cents) => (cents / 100).toFixed(2));
    });
    expect(years.map(([depletion]) => depletion)).toEqual(given.depletion);
    expect(years.map(([, net]) => net)).toEqual(given.netBookValue);
  });

  it('chains several months, each rounded, starting with the first whole one', () => {
    const layer = layerOf(100_01, { calculationDate: '2026-01-15' });
    const charged = unitsOfProduction(layer, { ...of, rateOf: () => 12_345, day: '2026-04-30' });
    // 100.01 × 1.2345%: 1.23, then 1.22 and 1.20 on 98.78 and 97.56.
    expect(charged).toMatchObject({
      chargeCents: 365,
      baseCents: 100_01,
      time: { numerator: 1, denominator: 4 },
    });
  });

  it('charges the whole months before a well was plugged, in one step or month by month', () => {
    const layer = layerOf(100_000, { calculationDate: '2025-12-31', pluggedOn: '2026-03-15' });
    const chargedAt = (days: readonly string[]) => {
      let state = layer;
      for (const day of days) {
        const charged = unitsOfProduction(state, { ...of, rateOf: () => 100_000, day });
        if (!charged) continue;
        const arcAccumulatedCents = state.arcAccumulatedCents - charged.chargeCents;
        state = { ...state, arcAccumulatedCents, depreciatedThrough: day };
      }
      return state.arcAccumulatedCents;
    };
    // 10% of 1,000.00 for January and of 900.00 for February; nothing for March.
    expect(chargedAt(['2026-03-31'])).toBe(-19_000);
    expect(chargedAt(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'])).toBe(-19_000);
    expect(chargedAt(['2026-06-30'])).toBe(-19_000);
  });

  it('charges at month-ends only, and requires every rate', () => {
    const layer = layerOf(100_00, { calculationDate: '2025-12-31' });
    const charging = { ...of, rateOf: () => 100_000 };
    expect(unitsOfProduction(layer, { ...charging, day: '2026-02-27' })).toBeNull();
    expect(unitsOfProduction(layer, { ...charging, day: '2026-02-28' })).toMatchObject({
      chargeCents: 19_00,
    });
    expect(unitsOfProduction({ ...layer, arcCostCents: 0 }, { ...charging, day: '2026-02-28' })).toBeNull();
    const nothing = { ...of, rateOf: () => null, day: '2026-01-31' };
    expect(() => unitsOfProduction(layer, nothing)).toThrow(new MissingRate('North', '2026-01'));
  });
});

describe('capitalizeChange', () => {
  it('ARC-FLOOR: a decrease of 9,000 on an asset of 6,000 leaves 3,000 in profit or loss', () => {
    const given = expected('ARC-FLOOR', { creditArc: '6000.00' });
    const arcCostCents = capitalizeChange(-900_000, { netArcCents: 600_000, isPlugged: false });
    expect((0 - arcCostCents) / 100).toBe(Number(given.creditArc));
    const amounts = { liabilityCents: -900_000, arcCostCents, arcAccumulatedCents: 0, cashCents: 0 };
    // The vector takes 2,000 of it from a related property, which is outside these books.
    expect(offsetOf(amounts)).toBe(300_000);
  });

  it('ARC-WRITTEN-OFF: 20.8 million on a plugged well is expensed', () => {
    const given = expected('ARC-WRITTEN-OFF', { expense: '20.8', capitalised: '0' });
    const arcCostCents = capitalizeChange(2_080_000_000, { netArcCents: 0, isPlugged: true });
    expect(String(arcCostCents)).toBe(given.capitalised);
    expect(String((0 - arcCostCents + 2_080_000_000) / 100_000_000)).toBe(given.expense);
  });

  it('capitalizes any increase on other wells, and no decrease below zero', () => {
    expect(capitalizeChange(100, { netArcCents: 0, isPlugged: false })).toBe(100);
    expect(capitalizeChange(-100, { netArcCents: 500, isPlugged: true })).toBe(-100);
    expect(capitalizeChange(-100, { netArcCents: -20, isPlugged: false })).toBe(0);
  });
});

describe('a settlement in a company that depreciates', () => {
  it('ST-SE: loses 34,000.00, of which 4,000.00 is the remaining asset', () => {
    const { profitOrLoss } = expected('ST-SE', { profitOrLoss: '-34000.00' });
    const layer = layerOf(10_000_000, {
      accretedThrough: '2012-12-31',
      arcCostCents: 10_000_000,
      arcAccumulatedCents: -9_600_000,
      depreciatedThrough: '2012-12-31',
    });
    const one = act(null);
    settleOnDay(
      one,
      { wellCode: 'A-1', layers: [layer], later: [] },
      {
        day: '2012-12-31',
        costCents: 13_000_000,
        reliefCents: null,
        isFinal: true,
        order: 'proportion',
        terms: { ...SETTLEMENT_TERMS, retiredTo: 'settlement' },
      },
    );
    const movements = one.finish().postings.flatMap((posting) => posting.movements);
    const rest = movements.reduce((sum, movement) => sum + offsetOf(movement), 0);
    expect((rest / 100).toFixed(2)).toBe(profitOrLoss);
  });
});

/** Numbers an act's postings as booked ones, starting from `firstId`. */
function bookedPostings(one: Act, firstId: number): BookedPosting[] {
  return one
    .finish()
    .postings.map((posting, index) => ({ ...posting, id: firstId + index, number: firstId + index }));
}

describe('an act that changes the depreciation base', () => {
  const first = layerOf(12_000_000, { currentAroCents: 0, accretedThrough: '2002-12-31' });
  const second = layerOf(1_200_000, {
    id: 2,
    currentAroCents: 0,
    calculationDate: '2003-06-30',
    wellLifespanYears: 20,
  });

  /** The first layer, depreciated at the ends of June and July. */
  function posted() {
    const one = act();
    for (const day of ['2003-06-30', '2003-07-31']) {
      one.depreciate('main', first, day, FOR_THE_COMPANY, { lifeEnd: endOfLife(first), field: '' });
    }
    return { layer: one.stateOf(first), later: bookedPostings(one, 2) };
  }

  it('depreciates through its day on the old life, and reposts the rest on the new one', () => {
    const { layer, later } = posted();
    const one = act();
    const books = { wellCode: 'A', layers: [layer], later: later.filter(({ day }) => day > '2003-06-15') };
    const { replay } = openOnDay(one, books, '2003-06-15');
    const added = { ...second, calculationDate: '2003-06-15' };
    restartDepreciation(one, [layer], added);
    replay([added]);
    expect(
      one
        .finish()
        .postings.map(({ kind, day, movements }) => [kind, day, movements.map((m) => m.arcAccumulatedCents)]),
    ).toEqual([
      ['reversal', '2003-07-31', [100_000]],
      ['reversal', '2003-06-30', [600_000]],
      ['depreciation', '2003-06-15', [-550_000]],
      // The rest and the new cost over twenty years, for 15 or 16 of June's 30 days and for July.
      ['depreciation', '2003-06-30', [-23_857, -2_667]],
      ['depreciation', '2003-07-31', [-47_715, -5_000]],
    ]);
    expect(one.stateOf(layer)).toMatchObject({ arcBaseCents: 11_450_000, arcBaseDay: '2003-06-15' });
  });

  it('starts from the opening balance once no charge is left', () => {
    const charged = layerOf(90_000, {
      arcAccumulatedCents: -30_000,
      arcBaseCents: 70_000,
      arcBaseDay: '2003-07-31',
      depreciatedThrough: '2003-07-31',
      openedOn: '2003-06-30',
    });
    const one = act({ method: 'units-of-production', from: '2000-01-01', rateOf: () => 100_000 });
    const time = { numerator: 1, denominator: 12 };
    const charge = depreciationMovement({ chargeCents: 10_000, baseCents: 80_000, time, since: null });
    const movement = { ...charge, layerId: charged.id };
    one.reverse(charged, movement, { day: '2003-07-31', posting: { id: 3, terms: null } });
    expect(one.stateOf(charged)).toMatchObject({
      arcAccumulatedCents: -20_000,
      arcBaseCents: 70_000,
      arcBaseDay: '2003-06-30',
      depreciatedThrough: null,
    });
    one.depreciate('main', charged, '2003-07-31', FOR_THE_COMPANY, {
      lifeEnd: endOfLife(charged),
      field: '',
    });
    expect(netArcOf(one.stateOf(charged))).toBe(63_000);
  });

  it.each([
    // Charges of 0.00 move only the day.
    ['the day', { arcBaseCents: 90_000, arcBaseDay: '2003-06-30' }, true],
    // A charge by units of production leaves the base unchanged.
    ['the amount', { arcBaseCents: 70_000, arcBaseDay: '2003-07-31' }, true],
    ['neither', { arcBaseCents: 90_000, arcBaseDay: '2003-07-31' }, false],
  ])('writes a layer without a movement only if its base changes: %s', (_, base, isWritten) => {
    const layer = layerOf(90_000, { ...base, depreciatedThrough: '2003-07-31' });
    const one = act();
    restartDepreciation(one, [layer], second);
    const { postings, touched } = one.finish();
    expect(postings).toEqual([]);
    expect(touched.map(({ after }) => [after.arcBaseCents, after.arcBaseDay])).toEqual(
      isWritten ? [[90_000, '2003-07-31']] : [],
    );
  });

  it('restores the depreciation base when it is reversed', () => {
    const { layer, later } = posted();
    const one = act();
    restartDepreciation(one, [layer], second);
    const moved = one.stateOf(layer);
    expect(moved).toMatchObject({ arcBaseCents: 11_300_000, arcBaseDay: '2003-07-31' });
    const recognition: BookedPosting = {
      id: 9,
      number: 9,
      kind: 'calculation',
      day: '2003-06-30',
      isCompanyWide: false,
      periodType: null,
      terms: null,
      movements: [
        {
          layerId: 2,
          kind: 'revised',
          liabilityCents: 1_200_000,
          arcCostCents: 1_200_000,
          arcAccumulatedCents: 0,
          cashCents: 0,
          accretion: null,
        },
      ],
    };
    const events = [
      {
        layerId: 1,
        day: '2002-12-31',
        kind: 'incurred' as const,
        arcCostCents: 12_000_000,
        arcAccumulatedCents: 0,
      },
      ...later.flatMap(({ day, movements }) => movements.map((movement) => ({ ...movement, day }))),
    ].map((event) => ({ ...event, isUnitsOfProduction: false }));
    const back = act();
    const layers = [moved, { ...second, arcCostCents: 1_200_000 }];
    const well = { layers, later: [recognition], arcBefore: events };
    reversePosting(back, [well], { postings: new Set([9]), includeLater: false, dateOf: (day) => day });
    expect(back.stateOf(moved)).toMatchObject({
      arcBaseCents: 12_000_000,
      arcBaseDay: null,
      depreciatedThrough: '2003-07-31',
    });
    // The layer is written although none of its own movements is reversed.
    expect(back.finish().touched.map(({ before }) => before.id)).toEqual([2, 1]);
  });

  it('EZ-REVERSAL: takes back 50.00 of depreciation with 100.00 of accretion', () => {
    const given = expected('EZ-REVERSAL', { currentPeriodDepreciation: '-50.00', lifeToDate: '0.00' });
    const layer = layerOf(6_000_00, { discountRateBp: 2000 });
    const one = act();
    one.accrete('main', layer, '2003-01-31', FOR_THE_COMPANY);
    one.depreciate('main', layer, '2003-01-31', FOR_THE_COMPANY, { lifeEnd: endOfLife(layer), field: '' });
    const state = one.stateOf(layer);
    const later = bookedPostings(one, 2);
    expect(later.map(({ movements: [m] }) => m!.liabilityCents - m!.arcAccumulatedCents)).toEqual([
      100_00, 50_00,
    ]);
    const back = act();
    const wells = [{ layers: [state], later }];
    const reversal = { postings: new Set([2]), dateOf: () => '2003-02-28' };
    expect(() => reversePosting(back, wells, { ...reversal, includeLater: false })).toThrow(
      'These wells have later postings: depreciation dated 2003-01-31 (posting 3).',
    );
    reversePosting(back, wells, { ...reversal, includeLater: true });
    const [depreciation] = back.finish().postings;
    expect((0 - depreciation!.movements[0]!.arcAccumulatedCents) / 100).toBe(
      Number(given.currentPeriodDepreciation),
    );
    const after = back.stateOf(state);
    expect((after.arcAccumulatedCents / 100).toFixed(2)).toBe(given.lifeToDate);
    expect(after).toMatchObject({ accretedThrough: null, depreciatedThrough: null, arcBaseCents: 6_000_00 });
  });
});

describe('the depreciation base rebuilt from movements', () => {
  const event = { layerId: 1, isUnitsOfProduction: false, arcCostCents: 0, arcAccumulatedCents: 0 };
  const life = { wellId: 1, calculationDate: '2002-12-31', wellLifespanYears: 10 };

  it('starts on the day of an opening balance', () => {
    const history = createArcHistory();
    history.apply(
      { ...event, kind: 'opening', day: '2005-12-31', arcCostCents: 900, arcAccumulatedCents: -200 },
      life,
    );
    expect(history.balancesOf(1)).toMatchObject({
      arcBaseCents: 700,
      arcBaseDay: '2005-12-31',
      depreciatedThrough: null,
    });
  });

  it('restarts after a charge by units of production', () => {
    const history = createArcHistory();
    history.apply({ ...event, kind: 'incurred', day: '2002-12-31', arcCostCents: 900 }, life);
    const charge = {
      ...event,
      kind: 'depreciated' as const,
      day: monthEnd('2003-01-01'),
      arcAccumulatedCents: -100,
    };
    history.apply({ ...charge, isUnitsOfProduction: true }, life);
    expect(history.balancesOf(1)).toMatchObject({ arcBaseCents: 800, arcBaseDay: '2003-01-31' });
  });

  it('ignores a new layer that ends with the older ones', () => {
    const history = createArcHistory();
    history.apply({ ...event, kind: 'incurred', day: '2002-12-31', arcCostCents: 900 }, life);
    history.apply({ ...event, kind: 'depreciated', day: '2007-12-31', arcAccumulatedCents: -450 }, life);
    const same = { ...life, calculationDate: '2007-12-31', wellLifespanYears: 5 };
    history.apply({ ...event, layerId: 2, kind: 'revised', day: '2007-12-31' }, same);
    expect(history.balancesOf(1)).toMatchObject({ arcBaseCents: 900, arcBaseDay: null });
    history.apply(
      { ...event, layerId: 3, kind: 'revised', day: '2007-12-31' },
      { ...same, wellLifespanYears: 6 },
    );
    expect(history.balancesOf(1)).toMatchObject({ arcBaseCents: 450, arcBaseDay: '2007-12-31' });
  });
});

describe('docs/accounting-method.md: Depreciation', () => {
  it('has the charges of the first layer', () => {
    const layer = booked({ arcBaseDay: null });
    const one = act();
    for (const row of tableOf('Depreciation', 'Charged since the base')) {
      const before = one.stateOf(layer);
      const charged = straightLine(before, { lifeEnd: endOfLife(layer), day: row.Through! })!;
      one.depreciate('main', layer, row.Through!, FOR_THE_COMPANY, { lifeEnd: endOfLife(layer), field: '' });
      const after = one.stateOf(layer);
      expect(charged.time).toEqual(fraction(row['Time passed']));
      expectFigures(row, {
        'Charged since the base': 0 - after.arcAccumulatedCents,
        'This posting': charged.chargeCents,
        Net: netArcOf(after),
      });
    }
  });

  it.each(casesOf('Depreciation', 'Net before'))('%s', (_title, row) => {
    const layer = layerOf(cents(row['Net before']), { calculationDate: '2025-12-31' });
    const percent = Math.round(Number(row.Rate!.replace('%', '')) * 10_000);
    const charged = unitsOfProduction(layer, {
      from: '2025-12-31',
      field: '',
      day: '2026-01-31',
      rateOf: () => percent,
    })!;
    expectFigures(row, { Charge: charged.chargeCents, Net: netArcOf(layer) - charged.chargeCents });
  });
});
