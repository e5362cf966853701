import { describe, expect, it } from 'vitest';
import { layersToAccrete, monthsBetween } from '~/domain/books/close';

const group = {
  calculationDate: '2026-01-15',
  wellLifespanYears: 1,
  accretedThrough: '2026-02-28',
  layers: 3,
};

describe('what a month still lacks', () => {
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

  it('lists the months from the first posting on', () => {
    expect(monthsBetween('2025-12-31', '2026-02-01')).toEqual([
      { month: '2025-12', end: '2025-12-31' },
      { month: '2026-01', end: '2026-01-31' },
      { month: '2026-02', end: '2026-02-28' },
    ]);
    expect(monthsBetween(null, '2026-02-01')).toEqual([]);
  });
});
