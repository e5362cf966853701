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

it('period ends are the ends of all periods from the first missing day on', () => {
  expect(daysOf({})).toEqual(['2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30']);
  expect(daysOf({ firstDay: '2026-06-01' })).toEqual(['2026-06-30']);
  expect(daysOf({ periodType: 'quarterly' })).toEqual(['2026-03-31', '2026-06-30']);
  expect(daysOf({ periodType: 'annually', firstDay: '2024-01-01', fiscalYearEnd: 9 })).toEqual([
    '2024-09-30',
    '2025-09-30',
    '2026-06-30',
  ]);
});

it('period ends end with the given day, even within a period', () => {
  expect(daysOf({ periodEnd: '2026-05-14' })).toEqual(['2026-03-31', '2026-04-30', '2026-05-14']);
});

it('period ends leave out closed months', () => {
  expect(daysOf({ closedThrough: '2026-04-30' })).toEqual(['2026-05-31', '2026-06-30']);
  expect(daysOf({ closedThrough: '2026-05-31' })).toEqual(['2026-06-30']);
});

it('period ends follow the company’s postings up to the last one, then the given period type', () => {
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
