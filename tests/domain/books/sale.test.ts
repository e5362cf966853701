import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultOf } from '~/domain/books/offset';
import { saleTerms } from '~/domain/books/posting-terms';
import { interestsAfterReversal } from '~/domain/books/reversal';
import { type Sale, sellOnDay } from '~/domain/books/sale';
import { type InterestChange, parseInterest, WHOLE_INTEREST } from '~/domain/books/working-interest';
import { cents } from '../../support/method-tables';
import { booked, simpleAct } from '../../support/worked-well';

const DAY = '2026-03-31';
/** A company that keeps depreciation elsewhere. */
const TERMS = saleTerms({ depreciation: 'none', depreciationFrom: null }, '2020-01-01', {
  before: WHOLE_INTEREST,
  after: 0,
});

type Balances = { liability: number; cost?: number; accumulated?: number };

function layersOf(balances: readonly Balances[]) {
  return balances.map(({ liability, cost = liability, accumulated = 0 }, index) =>
    booked({
      id: index + 1,
      currentAroCents: liability,
      arcCostCents: cost,
      arcAccumulatedCents: accumulated,
      accretedThrough: DAY,
    }),
  );
}

const percent = (text: string) => {
  const parsed = parseInterest(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.interest;
};

function sell(balances: readonly Balances[], given: Partial<Sale> = {}) {
  const act = simpleAct();
  const layers = layersOf(balances);
  const sold = sellOnDay(
    act,
    { wellCode: 'A-1', layers, later: [] },
    {
      day: DAY,
      interestSold: WHOLE_INTEREST,
      interest: WHOLE_INTEREST,
      proceedsCents: 0,
      terms: TERMS,
      ...given,
    },
  );
  const after = layers.map((layer) => act.stateOf(layer));
  const { postings } = act.finish();
  return { ...sold, after, movements: postings.flatMap(({ movements }) => movements), postings };
}

const left = ({ after }: ReturnType<typeof sell>): Required<Balances>[] =>
  after.map(({ currentAroCents, arcCostCents, arcAccumulatedCents }) => ({
    liability: currentAroCents,
    cost: arcCostCents,
    accumulated: arcAccumulatedCents,
  }));

describe('the sale of an interest', () => {
  it('reduces liability, cost and depreciation by a third when 75% becomes 50% (WI-PARTSALE)', () => {
    const well = {
      liability: cents('46221.35'),
      cost: cents('33516.22'),
      accumulated: -cents('5414.18'),
    };
    const { movements, liabilityCents, assetCents, carryingCents } = sell([well], {
      interestSold: percent('25'),
      interest: percent('75'),
      proceedsCents: cents('20000.00'),
    });
    expect(carryingCents).toBe(well.liability);
    expect(liabilityCents).toBe(cents('15407.12'));
    expect(assetCents).toBe(cents('9367.34'));
    expect(movements).toEqual([
      expect.objectContaining({
        kind: 'divested',
        liabilityCents: -cents('15407.12'),
        arcCostCents: -cents('11172.07'),
        arcAccumulatedCents: cents('1804.73'),
        cashCents: cents('20000.00'),
      }),
    ]);
    // With depreciation in these books, the asset is part of the gain; the rest of the property sold is on other books: 1,039.78 in
    // total.
    const [movement] = movements;
    const here = saleTerms(
      { depreciation: 'straight-line', depreciationFrom: '2020-01-01' },
      '2020-01-01',
      TERMS.interest!,
    );
    expect(resultOf('divested', movement!, here) - cents('25000.00')).toBe(cents('1039.78'));
    expect(resultOf('divested', movement!, TERMS)).toBe(cents('35407.12'));
  });

  it('gains proceeds plus liability, less the property on other books (DV-NBL-2014)', () => {
    // In cents instead of millions.
    const { movements } = sell([{ liability: 48 }], { proceedsCents: 135 });
    const [netBookValue, goodwill, adjustments] = [-150, -7, 10];
    expect(resultOf('divested', movements[0]!, TERMS) + netBookValue + goodwill + adjustments).toBe(36);
  });

  it('leaves exactly zero when everything is sold, including negative layers', () => {
    const sold = sell([
      { liability: 1001 },
      { liability: -333, cost: -300 },
      { liability: 7, accumulated: -3 },
    ]);
    expect(left(sold)).toEqual(Array(3).fill({ liability: 0, cost: 0, accumulated: 0 }));
    expect(sold.after.map(({ settledCents }) => settledCents)).toEqual([-1001, 333, -7]);
  });

  it('spreads proceeds by liability, or all to the oldest layer if no liability is sold', () => {
    const proceedsOf = (sold: ReturnType<typeof sell>) => sold.movements.map(({ cashCents }) => cashCents);
    const thirds = sell([{ liability: 100 }, { liability: 100 }, { liability: 100 }], { proceedsCents: 100 });
    expect(proceedsOf(thirds)).toEqual([34, 33, 33]);
    expect(proceedsOf(sell([{ liability: 0, cost: 5 }, { liability: 0 }], { proceedsCents: 9 }))).toEqual([
      9,
    ]);
  });

  it('posts even if nothing is carried', () => {
    const { postings } = sell([{ liability: 0 }, { liability: 0 }]);
    expect(postings).toHaveLength(1);
    expect(postings[0]).toMatchObject({ kind: 'sale', movements: [{ layerId: 1, liabilityCents: 0 }] });
  });

  it('handles layers with only one balance: liability, cost, depreciation, or just proceeds', () => {
    const sold = sell([
      { liability: 0, cost: 0 },
      { liability: 100, cost: 0 },
      { liability: 0, cost: 70 },
      { liability: 0, cost: 0, accumulated: -30 },
    ]);
    expect(sold.movements.map(({ layerId }) => layerId)).toEqual([2, 3, 4]);
    expect(left(sold)).toEqual(Array(4).fill({ liability: 0, cost: 0, accumulated: 0 }));
    const forMoney = sell([{ liability: 0 }, { liability: 0 }], { proceedsCents: 9 });
    expect(forMoney.movements).toMatchObject([{ layerId: 1, liabilityCents: 0, cashCents: 9 }]);
  });

  it('accretes through the day first', () => {
    const act = simpleAct();
    const layer = booked({ calculationDate: '2026-01-01', currentAroCents: 1_200_000, discountRateBp: 1000 });
    const books = { wellCode: 'A-1', layers: [layer], later: [] };
    const half = { interestSold: percent('50'), interest: WHOLE_INTEREST, proceedsCents: 0, terms: TERMS };
    expect(sellOnDay(act, books, { day: '2026-01-31', ...half })).toEqual({
      carryingCents: 1_210_000,
      liabilityCents: 605_000,
      // Half of 27,070.90.
      assetCents: 1_353_545,
    });
  });

  it.each([
    ['more than there is', { interestSold: percent('75.00000001'), interest: percent('75') }, 'interestSold'],
  ])('refuses %s', (_, given, field) => {
    expect(() => sell([{ liability: 1 }], given)).toThrow(expect.objectContaining({ field }));
  });

  it('refuses a well without layers', () => {
    expect(() => sell([])).toThrow(expect.objectContaining({ name: 'DomainError', field: null }));
  });

  it('rounds layer by layer, and leaves no well below zero', () => {
    const leftOf = (...liabilities: number[]) =>
      left(
        sell(
          liabilities.map((liability) => ({ liability })),
          { interestSold: percent('50') },
        ),
      ).map(({ liability }) => liability);
    expect(leftOf(1, 1)).toEqual([0, 0]);
    expect(leftOf(3, -1)).toEqual([1, 0]);
    // Two halves would round up to two cents, leaving the well one cent below zero.
    expect(leftOf(1, 1, -2)).toEqual([1, 0, -1]);
    // Of 1.8, 0.6 and −2.4, rounding adds most to the second, so that one keeps its cent.
    const sixty = sell(
      [3, 1, -4].map((liability) => ({ liability })),
      { interestSold: percent('60') },
    );
    expect(left(sixty).map(({ liability }) => liability)).toEqual([1, 1, -2]);
    // A balance that was already negative is not a matter of rounding.
    expect(leftOf(1, -2)).toEqual([0, -1]);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: WHOLE_INTEREST }),
        (liabilities, interestSold) => {
          const carried = liabilities.reduce((sum, liability) => sum + liability, 0);
          const after = left(
            sell(
              liabilities.map((liability) => ({ liability })),
              { interestSold },
            ),
          ).map(({ liability }) => liability);
          const rest = after.reduce((sum, liability) => sum + liability, 0);
          if (carried >= 0) expect(rest).toBeGreaterThanOrEqual(0);
          for (const [index, liability] of after.entries()) {
            const exact = liabilities[index]! * (1 - interestSold / WHOLE_INTEREST);
            expect(Math.abs(liability - exact)).toBeLessThan(1);
            if (rest > 0 || carried < 0) expect(Math.abs(liability - exact)).toBeLessThanOrEqual(0.5001);
            expect(Math.sign(liability) * Math.sign(liabilities[index]!)).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });

  it('leaves no well with a net asset below zero', () => {
    const amount = fc.integer({ min: -40, max: 60 });
    const layer = fc.record({ cost: amount, depreciated: fc.nat(100) }).map(({ cost, depreciated }) => ({
      liability: 100,
      cost,
      // No layer's depreciation exceeds its cost.
      accumulated: cost > 0 ? 0 - Math.min(cost, depreciated) : 0,
    }));
    fc.assert(
      fc.property(
        fc.array(layer, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: WHOLE_INTEREST }),
        (balances, interestSold) => {
          const net = (all: { cost: number; accumulated: number }[]) =>
            all.reduce((sum, { cost, accumulated }) => sum + cost + accumulated, 0);
          fc.pre(net(balances) >= 0);
          expect(net(left(sell(balances, { interestSold })))).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it('leaves the same in two parts as in one, within a cent per layer', () => {
    const share = fc.integer({ min: 1, max: WHOLE_INTEREST - 2 });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -10_000_000, max: 99_999_999 }), { minLength: 1, maxLength: 5 }),
        share,
        share,
        (liabilities, first, second) => {
          fc.pre(first + second < WHOLE_INTEREST);
          const balances = liabilities.map((liability) => ({ liability }));
          const once = sell(balances, { interestSold: first + second });
          const step = sell(balances, { interestSold: first });
          const twice = sell(left(step), { interestSold: second, interest: WHOLE_INTEREST - first });
          for (const [index, { liability }] of left(twice).entries()) {
            expect(Math.abs(liability - left(once)[index]!.liability)).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });
});

describe('the interest restored by the reversal of a sale', () => {
  const bought: InterestChange = { from: '2020-01-01', percent: percent('75'), posting: null };
  const soldOnce: InterestChange = { from: '2026-03-15', percent: percent('50'), posting: 40 };
  const soldTwice: InterestChange = { from: '2026-05-15', percent: 0, posting: 50 };
  const reversalOf = (change: InterestChange, before: number, reversedOn: string) => ({
    id: change.posting!,
    day: change.from,
    reversedOn,
    interest: { before, after: change.percent },
    reversal: 99,
  });

  it('is the one before the sale, from the day of the sale if reversed that day', () => {
    const reversal = reversalOf(soldOnce, bought.percent, soldOnce.from);
    expect(interestsAfterReversal('A-1', [soldOnce, bought], [reversal])).toEqual([bought]);
    // An interest that began on the day of the sale and was replaced by it.
    const whole = reversalOf(soldOnce, percent('60'), soldOnce.from);
    expect(interestsAfterReversal('A-1', [bought, soldOnce], [whole])).toEqual([
      bought,
      { from: soldOnce.from, percent: percent('60'), posting: null },
    ]);
  });

  it('starts on the day of the reversal if that is later', () => {
    const reversal = reversalOf(soldOnce, bought.percent, '2026-09-01');
    expect(interestsAfterReversal('A-1', [bought, soldOnce], [reversal])).toEqual([
      bought,
      soldOnce,
      { from: '2026-09-01', percent: bought.percent, posting: 99 },
    ]);
  });

  it('is the one before the oldest of several sales', () => {
    const all = [bought, soldOnce, soldTwice];
    const both = (day?: string) => [
      reversalOf(soldTwice, soldOnce.percent, day ?? soldTwice.from),
      reversalOf(soldOnce, bought.percent, day ?? soldOnce.from),
    ];
    expect(interestsAfterReversal('A-1', all, both())).toEqual([bought]);
    expect(interestsAfterReversal('A-1', all, both('2026-09-01')).at(-1)).toEqual({
      from: '2026-09-01',
      percent: bought.percent,
      posting: 99,
    });
  });

  it('is that of an earlier sale on the same day, which takes effect again', () => {
    const first = { ...soldOnce, posting: 39 };
    const second = { ...soldOnce, percent: 0 };
    const secondBack = {
      ...reversalOf(second, first.percent, second.from),
      interest: { before: first.percent, after: 0, replaces: 39 },
    };
    expect(interestsAfterReversal('A-1', [bought, second], [secondBack])).toEqual([bought, first]);
    const firstBack = reversalOf(first, bought.percent, first.from);
    expect(interestsAfterReversal('A-1', [bought, second], [secondBack, firstBack])).toEqual([bought]);
  });

  it('is refused if it was changed since the sale', () => {
    const later: InterestChange = { from: '2026-04-01', percent: percent('40'), posting: null };
    const reversal = reversalOf(soldOnce, bought.percent, soldOnce.from);
    expect(() => interestsAfterReversal('A-1', [bought, soldOnce, later], [reversal])).toThrow(
      'The working interest of well "A-1" has changed since the sale.',
    );
  });
});
