import { describe, expect, it } from 'vitest';
import { changesOfMonth, layersToAccrete, layersToDepreciate, monthsBetween } from '~/domain/books/close';

const group = {
  calculationDate: '2026-01-15',
  wellLifespanYears: 1,
  accretedThrough: '2026-02-28',
  layers: 3,
};

describe('the work remaining in a month', () => {
  it.each([
    ['posted through its end', group, '2026-02-28', 0],
    ['not posted yet', group, '2026-03-31', 3],
    ['before the layers begin', group, '2025-12-31', 0],
    ['after their retirement', { ...group, accretedThrough: '2027-01-31' }, '2027-06-30', 0],
    ['after their well was plugged', { ...group, pluggedOn: '2026-02-28' }, '2026-06-30', 0],
    ['up to the day their well was plugged', { ...group, pluggedOn: '2026-03-10' }, '2026-03-31', 3],
  ])('counts layers %s', (_, given, end, expected) => {
    expect(layersToAccrete([given], end)).toBe(expected);
  });

  it.each([
    ['for the months before its well was plugged', '2025-12-31', '2026-03-31', 2],
    ['once those are posted', '2026-02-28', '2026-03-31', 0],
    ['on any day but a month-end', '2025-12-31', '2026-03-30', 0],
  ])('counts layers to depreciate by units of production %s', (_, depreciatedThrough, end, expected) => {
    const dates = { calculationDate: '2025-11-30', arcBaseDay: null, depreciatedThrough };
    const asset = { ...dates, pluggedOn: '2026-03-10', field: 'North', layers: 2 };
    const policy = { method: 'units-of-production', from: '2025-11-30', rateOf: () => 1 } as const;
    expect(layersToDepreciate([asset], policy, end)).toBe(expected);
  });

  it.each([
    ['not posted yet', {}, 2],
    ['posted through its end', { depreciatedThrough: '2026-03-31' }, 0],
    ['of a well that was plugged before', { depreciatedThrough: '2026-02-28', pluggedOn: '2026-02-28' }, 0],
    ['that begin within it', { calculationDate: '2026-03-15' }, 2],
    ['that begin at its end', { calculationDate: '2026-03-31' }, 0],
    ['that begin on the day their well was plugged', { pluggedOn: '2026-01-15' }, 0],
    ['from the first day that the company depreciates on', {}, 2, '2026-03-31'],
    ['before the company depreciates', {}, 0, '2026-04-01'],
  ])('counts layers to depreciate straight-line %s', (_, given, expected, from = '2026-01-01') => {
    const dates = { calculationDate: '2026-01-15', arcBaseDay: null, depreciatedThrough: null };
    const asset = { ...dates, field: 'North', layers: 2, ...given };
    expect(layersToDepreciate([asset], { method: 'straight-line', from }, '2026-03-31')).toBe(expected);
  });

  it('lists the months from the first posting on', () => {
    expect(monthsBetween('2025-12-31', '2026-02-01')).toEqual([
      { month: '2025-12', end: '2025-12-31' },
      { month: '2026-01', end: '2026-01-31' },
      { month: '2026-02', end: '2026-02-28' },
    ]);
    expect(monthsBetween(null, '2026-02-01')).toEqual([]);
  });
});

describe('the closes and reopenings of a month', () => {
  const closed = (id: number, through: string) => ({ id, action: 'closed' as const, through });
  const reopened = (id: number, through: string | null) => ({ id, action: 'reopened' as const, through });
  it.each([
    ['the close that reached it', [closed(2, '2026-02-28'), closed(1, '2026-01-31')], '2026-01-31', [1]],
    ['a close of several months', [closed(1, '2026-03-31')], '2026-01-31', [1]],
    ['nothing while it was never closed', [closed(1, '2026-01-31')], '2026-02-28', []],
    ['its reopening', [reopened(2, null), closed(1, '2026-01-31')], '2026-01-31', [2, 1]],
    [
      'the close after its reopening',
      [closed(3, '2026-02-28'), reopened(2, '2025-12-31'), closed(1, '2026-01-31')],
      '2026-01-31',
      [3, 2, 1],
    ],
    [
      'not the reopening of later months',
      [closed(3, '2026-02-28'), reopened(2, '2026-01-31'), closed(1, '2026-02-28')],
      '2026-01-31',
      [1],
    ],
  ])('are listed: %s', (_, history, end, ids) => {
    expect(changesOfMonth(history, end).map(({ id }) => id)).toEqual(ids);
  });
});
