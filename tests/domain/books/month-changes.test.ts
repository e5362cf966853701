import { describe, expect, it } from 'vitest';
import { findLastChange, getMonthsAlsoClosed, getMonthsAlsoReopened } from '~/components/close/month-changes';
import type { PeriodsView } from '~/schemas/books/period';

type PeriodEvent = PeriodsView['history'][number];

const event = (action: PeriodEvent['action'], through: string | null, createdAt: string): PeriodEvent => ({
  action,
  through,
  reason: null,
  userId: 'u',
  user: null,
  createdAt,
});

/** Newest first, as the API returns them. */
const HISTORY = [
  event('closed', '2026-10-31', '4'),
  event('reopened', '2026-08-31', '3'),
  event('closed', '2026-10-31', '2'),
  event('closed', '2026-07-31', '1'),
];

describe('lastChangeOf', () => {
  it.each([
    ['a month closed on its own', '2026-07-31', '1'],
    ['a month closed with a later one', '2026-08-31', '2'],
    ['a month that was reopened and closed again', '2026-09-30', '4'],
    ['the last month', '2026-10-31', '4'],
  ])('%s', (_, end, createdAt) => {
    expect(findLastChange(end, HISTORY)?.createdAt).toBe(createdAt);
  });

  it('is the reopening while the month is open again', () => {
    expect(findLastChange('2026-09-30', HISTORY.slice(1))?.createdAt).toBe('3');
    expect(findLastChange('2026-07-31', [event('reopened', null, '2'), ...HISTORY.slice(3)])?.createdAt).toBe(
      '2',
    );
  });

  it('is nothing for a month that was never closed', () => {
    expect(findLastChange('2026-11-30', HISTORY)).toBeNull();
  });
});

describe('months that change along with another', () => {
  const months = ['2026-11', '2026-10', '2026-09', '2026-08'].map((month) => ({
    month,
    end: {
      '2026-11': '2026-11-30',
      '2026-10': '2026-10-31',
      '2026-09': '2026-09-30',
      '2026-08': '2026-08-31',
    }[month]!,
    state: 'open' as const,
    closable: true,
    missing: [],
    warnings: [],
  }));

  it('include every later closed month, but no open one, when reopening', () => {
    const periods = { closedThrough: '2026-10-31', periods: months };
    expect(getMonthsAlsoReopened('2026-08', periods)).toEqual(['2026-09', '2026-10']);
    expect(getMonthsAlsoReopened('2026-10', periods)).toEqual([]);
  });

  it('include every earlier open month when closing', () => {
    expect(getMonthsAlsoClosed('2026-10-31', { closedThrough: '2026-08-31', periods: months })).toEqual([
      '2026-09',
    ]);
    expect(getMonthsAlsoClosed('2026-09-30', { closedThrough: null, periods: months })).toEqual(['2026-08']);
  });
});
