import { describe, expect, it } from 'vitest';
import { suggestMapping } from '~/domain/imports/suggest-mapping';
import { findBalanceDate, splitTitle } from '~/domain/imports/title-date';

describe('splitTitle', () => {
  it.each([
    ['Liability 12/31/2025', 'Liability', '2025-12-31'],
    ['Liability at 2025-12-31', 'Liability', '2025-12-31'],
    ['ARO balance (as of Dec 31, 2025)', 'ARO balance', '2025-12-31'],
    ['Carrying Amount - 31 Dec 2025', 'Carrying Amount', '2025-12-31'],
    // Ambiguous, and no date.
    ['Liability 01/02/2026', 'Liability', null],
    ['Liability', 'Liability', null],
    ['12/31/2025', '12/31/2025', null],
    ['Well 15/9', 'Well 15/9', null],
    // A year alone is not a date, and a two-digit year may be in either century.
    ['Plan 2030', 'Plan', null],
    ['ARO Balance 12/31/25', 'ARO Balance', null],
    ['2030', '2030', null],
  ])('%s', (title, words, date) => {
    expect(splitTitle(title)).toEqual({ words, date });
  });
});

describe('findBalanceDate', () => {
  it('is the date in the title of the opening balances', () => {
    const columns = [
      { title: 'Accreted 2024-12-31', to: null },
      { title: 'Liability 2025-12-31', to: 'currentAroValue' },
    ];
    expect(findBalanceDate({ columns, defaults: {}, fillsFromFirst: true })).toBe('2025-12-31');
    const short = [{ title: 'ARO Bal 12/31/25', to: 'currentAroValue' }];
    expect(findBalanceDate({ columns: short, defaults: {}, fillsFromFirst: true })).toBe('2025-12-31');
    expect(findBalanceDate({ columns: columns.slice(0, 1), defaults: {}, fillsFromFirst: true })).toBeNull();
  });
});

describe('a title with a date', () => {
  it('is suggested by its words', () => {
    const titles = ['API / Well No.', 'P&A Estimate', 'Layer Value', 'Liability 12/31/2025'];
    const { columns } = suggestMapping(titles, [], []);
    expect(columns.map(({ to }) => to)).toEqual(['wellCode', 'pAndACost', 'aroValue', 'currentAroValue']);
  });

  it('is left to the user if another title differs only by the date', () => {
    const titles = ['ARO Balance 12/31/24', 'ARO Balance 12/31/25', 'P&A Cost', 'P&A Cost 2024'];
    const { columns } = suggestMapping(titles, [], []);
    expect(columns.map(({ to }) => to)).toEqual([null, null, 'pAndACost', null]);
  });
});
