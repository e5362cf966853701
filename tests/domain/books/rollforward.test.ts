import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rollforwardRow, rollforwardTotals } from '~/domain/books/rollforward';
import { addDays } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import { anyCents, anyDate } from '../../support/arbitraries';
import { type LedgerEvent, sumEvents } from '../../support/report-sums';

const event = (kind: LedgerEvent['kind'], date: string, cents: number, isReversal = false): LedgerEvent => ({
  kind,
  isReversal,
  date,
  cents,
});

const EVENTS: LedgerEvent[] = [
  event('incurred', '2023-06-30', 2_707_090),
  event('accreted', '2023-12-31', 108_284),
  event('incurred', '2024-01-01', 644_532),
  event('accreted', '2024-01-31', 18_769),
  event('accreted', '2024-01-31', -200),
  event('revised', '2024-01-20', -703_124),
  event('revised', '2024-01-21', 0),
  event('accreted', '2024-02-29', 999_999),
];
const JANUARY = { begin: '2024-01-01', end: '2024-01-31' };

describe('rollforward', () => {
  it('sums events by date and kind, including both dates', () => {
    expect(sumEvents(EVENTS, JANUARY)).toEqual({
      beforeCents: 2_815_374, // 27,070.90 + 1,082.84
      additionsCents: 644_532,
      accretionCents: 18_569, // 187.69 − 2.00
      reductionsCents: 703_124,
      throughEndCents: 2_775_351,
    });
  });

  it('turns the sums into a row that ties', () => {
    // 28,153.74 + 6,445.32 + 185.69 − 7,031.24 = 27,753.51
    expect(rollforwardRow(sumEvents(EVENTS, JANUARY))).toEqual({
      beginningCents: 2_815_374,
      additionsCents: 644_532,
      accretionCents: 18_569,
      reductionsCents: 703_124,
      endingCents: 2_775_351,
    });
  });

  it.each<[string, LedgerEvent[], Partial<ReturnType<typeof sumEvents>>]>([
    [
      'an increase and its reversal, of this period or one before, lower the additions',
      [
        event('incurred', '2023-12-31', 500),
        event('revised', '2024-01-05', 300),
        event('incurred', '2024-01-06', -500, true),
        event('revised', '2024-01-07', -300, true),
      ],
      { beforeCents: 500, additionsCents: -500, reductionsCents: 0, throughEndCents: 0 },
    ],
    [
      'the reversal of a decrease lowers the reductions',
      [
        event('incurred', '2023-12-31', 500),
        event('revised', '2023-12-31', -200),
        event('revised', '2024-01-02', 200, true),
      ],
      { beforeCents: 300, additionsCents: 0, reductionsCents: -200, throughEndCents: 500 },
    ],
    [
      'reversed accretion lowers the accretion',
      [event('accreted', '2024-01-10', 40), event('accreted', '2024-01-31', -40, true)],
      { accretionCents: 0, throughEndCents: 0 },
    ],
    [
      'balances brought in within the dates are in the beginning, and their reversal is a reduction',
      [
        event('opening', '2024-01-15', 900),
        event('opening', '2024-01-16', -100),
        event('opening', '2024-01-20', -900, true),
      ],
      { beforeCents: 800, additionsCents: 0, reductionsCents: 900, throughEndCents: -100 },
    ],
    [
      'a reversed balance of before leaves the beginning it had',
      [event('opening', '2023-12-31', 900), event('opening', '2024-01-31', -900, true)],
      { beforeCents: 900, reductionsCents: 900, throughEndCents: 0 },
    ],
    [
      'nothing after the end date counts, openings neither',
      [event('opening', '2024-02-01', 900), event('incurred', '2024-02-01', 5, true)],
      { beforeCents: 0, throughEndCents: 0 },
    ],
  ])('%s', (_, events, expected) => {
    const sums = sumEvents(events, JANUARY);
    expect(sums).toMatchObject(expected);
    expect(rollforwardRow(sums).endingCents).toBe(sums.throughEndCents);
  });

  it('refuses sums that do not tie, or that exceed the exact range of a double', () => {
    const sums = {
      beforeCents: 1,
      additionsCents: 2,
      accretionCents: 3,
      reductionsCents: 4,
      throughEndCents: 3,
    };
    expect(() => rollforwardRow(sums)).toThrow(
      'The rollforward doesn’t tie out: its ending column is 0.02, but its movements total 0.03',
    );
    const tied = { ...sums, throughEndCents: 2 };
    expect(rollforwardRow(tied, 2)).toEqual(rollforwardRow(tied));
    expect(() => rollforwardRow(tied, 3)).toThrow(
      'The rollforward doesn’t tie out: its movements total 0.02, but its layers carry 0.03',
    );
    const huge = { ...sums, beforeCents: 2 ** 54, throughEndCents: 2 ** 54 };
    expect(() => rollforwardRow(huge)).toThrow(DomainError);
  });

  it('is empty without events', () => {
    const row = rollforwardRow(sumEvents([], { begin: '2024-01-01', end: '2024-12-31' }));
    expect(Object.values(row)).toEqual([0, 0, 0, 0, 0]);
  });

  it('ties for any events, and chains: one period ends where the next begins', () => {
    const anyEvents = fc.array(
      fc.record<LedgerEvent>({
        // Opening balances chain only if they fall in the first period.
        kind: fc.constantFrom('incurred', 'revised', 'accreted'),
        isReversal: fc.boolean(),
        date: anyDate,
        cents: anyCents,
      }),
    );
    const anyThreeDates = fc.tuple(anyDate, anyDate, anyDate).map((dates) => dates.sort());
    fc.assert(
      fc.property(anyEvents, anyThreeDates, (events, [begin, middle, end]) => {
        const rowOf = (from: string, to: string) =>
          rollforwardRow(sumEvents(events, { begin: from, end: to }));
        const first = rowOf(begin!, middle!);
        const second = rowOf(addDays(middle!, 1), end! > middle! ? end! : addDays(middle!, 1));
        expect(second.beginningCents).toBe(first.endingCents);
        if (events.every(({ isReversal }) => !isReversal)) {
          expect(first.reductionsCents).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('adds up rows exactly, and the totals tie', () => {
    const row = rollforwardRow(sumEvents(EVENTS, JANUARY));
    const totals = rollforwardTotals([row, row, row]);
    expect(totals).toEqual({
      beginningCents: 8_446_122n,
      additionsCents: 1_933_596n,
      accretionCents: 55_707n,
      reductionsCents: 2_109_372n,
      endingCents: 8_326_053n,
    });
    const { beginningCents, additionsCents, accretionCents, reductionsCents, endingCents } = totals;
    expect(beginningCents + additionsCents + accretionCents - reductionsCents).toBe(endingCents);
    expect(rollforwardTotals([]).endingCents).toBe(0n);
  });
});
