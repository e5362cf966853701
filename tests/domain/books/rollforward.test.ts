import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LedgerEvent, rollforwardRow, rollforwardTotals, sumEvents } from '~/domain/books/rollforward';
import { addDays } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import { anyCents, anyDate } from '../../support/arbitraries';

const EVENTS: LedgerEvent[] = [
  { kind: 'layer', date: '2023-06-30', cents: 2_707_090 },
  { kind: 'accretion', date: '2023-12-31', cents: 108_284 },
  { kind: 'layer', date: '2024-01-01', cents: 644_532 },
  { kind: 'accretion', date: '2024-01-31', cents: 18_769 },
  { kind: 'accretion', date: '2024-01-31', cents: -200 },
  { kind: 'layer', date: '2024-01-20', cents: -703_124 },
  { kind: 'layer', date: '2024-01-21', cents: 0 },
  { kind: 'accretion', date: '2024-02-29', cents: 999_999 },
];

describe('rollforward', () => {
  it('sums events by date and kind, both dates included', () => {
    expect(sumEvents(EVENTS, { begin: '2024-01-01', end: '2024-01-31' })).toEqual({
      beforeCents: 2_815_374, // 27,070.90 + 1,082.84
      additionsCents: 644_532,
      accretionCents: 18_569, // 187.69 − 2.00
      reductionsCents: 703_124,
      throughEndCents: 2_775_351,
    });
  });

  it('turns them into a row that ties', () => {
    // 28,153.74 + 6,445.32 + 185.69 − 7,031.24 = 27,753.51
    expect(rollforwardRow(sumEvents(EVENTS, { begin: '2024-01-01', end: '2024-01-31' }))).toEqual({
      beginningCents: 2_815_374,
      additionsCents: 644_532,
      accretionCents: 18_569,
      reductionsCents: 703_124,
      endingCents: 2_775_351,
    });
  });

  it('refuses sums that do not tie, or that a double no longer holds exactly', () => {
    const sums = {
      beforeCents: 1,
      additionsCents: 2,
      accretionCents: 3,
      reductionsCents: 4,
      throughEndCents: 3,
    };
    expect(() => rollforwardRow(sums)).toThrow(
      'The rollforward does not tie: its movements end at 0.02, its events at 0.03',
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
      fc.record<LedgerEvent>({ kind: fc.constantFrom('layer', 'accretion'), date: anyDate, cents: anyCents }),
    );
    const anyThreeDates = fc.tuple(anyDate, anyDate, anyDate).map((dates) => dates.sort());
    fc.assert(
      fc.property(anyEvents, anyThreeDates, (events, [begin, middle, end]) => {
        const rowOf = (from: string, to: string) =>
          rollforwardRow(sumEvents(events, { begin: from, end: to }));
        const first = rowOf(begin!, middle!);
        const second = rowOf(addDays(middle!, 1), end! > middle! ? end! : addDays(middle!, 1));
        expect(second.beginningCents).toBe(first.endingCents);
        expect(first.reductionsCents).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('adds up rows exactly, and the totals tie', () => {
    const row = rollforwardRow(sumEvents(EVENTS, { begin: '2024-01-01', end: '2024-01-31' }));
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
