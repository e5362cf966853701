import { expect, it } from 'vitest';
import { periodEndsThrough } from '~/domain/books/period-ends';

const BASE = {
  periodEnd: '2026-06-30',
  periodType: 'monthly',
  fiscalYearEnd: 12,
  firstDay: '2026-03-15',
  posted: [],
  closedThrough: null,
} as const;

const daysOf = (given: Partial<Parameters<typeof periodEndsThrough>[0]>) =>
  periodEndsThrough({ ...BASE, ...given }).map(({ day }) => day);
const monthly = (...days: string[]) => days.map((day) => ({ day, periodType: 'monthly' as const }));

it('are the ends of all periods from the first day that is missing', () => {
  expect(daysOf({})).toEqual(['2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30']);
  expect(daysOf({ firstDay: '2026-06-01' })).toEqual(['2026-06-30']);
  expect(daysOf({ periodType: 'quarterly' })).toEqual(['2026-03-31', '2026-06-30']);
  expect(daysOf({ periodType: 'annually', firstDay: '2024-01-01', fiscalYearEnd: 9 })).toEqual([
    '2024-09-30',
    '2025-09-30',
    '2026-06-30',
  ]);
});

it('end with the given day, which may be within a period', () => {
  expect(daysOf({ periodEnd: '2026-05-14' })).toEqual(['2026-03-31', '2026-04-30', '2026-05-14']);
});

it('leave out what is closed', () => {
  expect(daysOf({ closedThrough: '2026-04-30' })).toEqual(['2026-05-31', '2026-06-30']);
  expect(daysOf({ closedThrough: '2026-05-31' })).toEqual(['2026-06-30']);
});

it('are those of the company up to the last one that it posted, and of their own type', () => {
  const posted = [
    ...monthly('2026-05-31', '2026-02-28'),
    { day: '2026-03-31', periodType: 'quarterly' as const },
  ];
  expect(periodEndsThrough({ ...BASE, posted })).toEqual([
    { day: '2026-03-31', periodType: 'quarterly' },
    { day: '2026-05-31', periodType: 'monthly' },
    { day: '2026-06-30', periodType: 'monthly' },
  ]);
  // The given end is posted, or a later one is.
  expect(daysOf({ posted: monthly('2026-04-30', '2026-06-30') })).toEqual(['2026-04-30', '2026-06-30']);
  expect(daysOf({ posted: monthly('2026-04-30', '2026-07-31') })).toEqual(['2026-04-30', '2026-06-30']);
});
