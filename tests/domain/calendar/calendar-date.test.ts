import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addYears,
  daysInMonth,
  fiscalYearStart,
  isCalendarDate,
  isMonthEnd,
  isSupportedDate,
  makeDate,
  monthEnd,
  nextMonthEnd,
  type PeriodType,
  periodEnd,
  previousMonthEnd,
  previousPeriodEnd,
  splitDate,
  utcDay,
} from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import { anyDate } from '../../support/arbitraries';

describe('isCalendarDate', () => {
  it.each(['2024-02-29', '2000-02-29', '2023-12-31', '1899-12-31', '2400-02-29', '0000-01-01'])(
    'accepts %s',
    (text) => expect(isCalendarDate(text)).toBe(true),
  );

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2100-02-29',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '2024-1-5',
    '20240105',
    '05/01/2024',
    '2024-01-05T00:00:00Z',
    ' 2024-01-05',
    '2024-01-05\n',
    '-024-01-05',
    '',
  ])('refuses %j', (text) => expect(isCalendarDate(text)).toBe(false));
});

describe('isSupportedDate', () => {
  it.each<[string, boolean]>([
    ['1900-01-01', true],
    ['2199-12-31', true],
    ['1899-12-31', false],
    ['2200-01-01', false],
    ['2023-02-29', false],
    ['202-01-01', false],
  ])('%s: %s', (text, supported) => expect(isSupportedDate(text)).toBe(supported));
});

describe('days of a month', () => {
  it.each([
    [2024, 2, 29],
    [2023, 2, 28],
    [1900, 2, 28],
    [2000, 2, 29],
    [2100, 2, 28],
    [2024, 1, 31],
    [2024, 4, 30],
    [2024, 6, 30],
    [2024, 9, 30],
    [2024, 11, 30],
    [2024, 12, 31],
  ])('%d-%d has %d', (year, month, days) => expect(daysInMonth(year, month)).toBe(days));

  it.each<[string, boolean]>([
    ['2024-02-28', false],
    ['2024-02-29', true],
    ['2023-02-28', true],
    ['2024-12-30', false],
  ])('isMonthEnd(%s) is %s', (date, last) => expect(isMonthEnd(date)).toBe(last));

  it.each([
    ['2024-03-31', '2024-02-29', '2024-03-31', '2024-04-30'],
    ['2024-03-15', '2024-02-29', '2024-03-31', '2024-03-31'],
    ['2024-01-01', '2023-12-31', '2024-01-31', '2024-01-31'],
    ['2024-12-31', '2024-11-30', '2024-12-31', '2025-01-31'],
    ['2023-01-31', '2022-12-31', '2023-01-31', '2023-02-28'],
  ])('around %s: previous %s, own %s, next %s', (date, previous, own, next) => {
    expect(previousMonthEnd(date)).toBe(previous);
    expect(monthEnd(date)).toBe(own);
    expect(nextMonthEnd(date)).toBe(next);
  });
});

describe('makeDate and splitDate', () => {
  it('pads', () => expect(makeDate(987, 6, 5)).toBe('0987-06-05'));

  it.each([
    [2023, 2, 29],
    [2024, 13, 1],
    [2024, 0, 1],
    [2024, 1, 0],
    [10_000, 1, 1],
    [-1, 1, 1],
    [Number.NaN, 1, 1],
  ])('refuses %d-%d-%d', (year, month, day) => {
    expect(() => makeDate(year, month, day)).toThrow(DomainError);
  });

  it('are inverse', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const { year, month, day } = splitDate(date);
        expect(makeDate(year, month, day)).toBe(date);
        expect(isCalendarDate(date)).toBe(true);
      }),
    );
  });
});

describe('addYears and addDays', () => {
  it.each([
    ['2024-02-29', 1, '2025-02-28'],
    ['2024-02-29', 4, '2028-02-29'],
    ['2024-02-29', -124, '1900-02-28'],
    ['2023-02-28', 1, '2024-02-28'],
    ['2020-01-01', 25, '2045-01-01'],
    ['2199-12-31', 200, '2399-12-31'],
  ])('%s and %d years is %s', (date, years, expected) => expect(addYears(date, years)).toBe(expected));

  it.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2023-02-28', 1, '2023-03-01'],
    ['2024-01-01', -1, '2023-12-31'],
    // Daylight saving time begins and ends in these nights; a local clock would lose or gain a day.
    ['2024-03-30', 2, '2024-04-01'],
    ['2024-10-26', 2, '2024-10-28'],
    ['1900-01-01', 109_571, '2199-12-30'],
  ])('%s and %d days is %s', (date, days, expected) => expect(addDays(date, days)).toBe(expected));
});

describe('periodEnd', () => {
  it.each<[PeriodType, string, string]>([
    ['monthly', '2024-02-01', '2024-02-29'],
    ['monthly', '2024-02-29', '2024-02-29'],
    ['quarterly', '2024-01-01', '2024-03-31'],
    ['quarterly', '2024-04-30', '2024-06-30'],
    ['quarterly', '2024-09-30', '2024-09-30'],
    ['quarterly', '2024-10-01', '2024-12-31'],
    ['annually', '2023-01-01', '2023-12-31'],
    ['annually', '2024-12-31', '2024-12-31'],
  ])('%s around %s ends on %s', (type, date, expected) => expect(periodEnd(type, date)).toBe(expected));

  it.each<[PeriodType, string, number, string]>([
    ['monthly', '2026-11-25', 6, '2026-11-30'],
    ['annually', '2026-06-30', 6, '2026-06-30'],
    ['annually', '2026-07-01', 6, '2027-06-30'],
    ['quarterly', '2026-11-25', 6, '2026-12-31'],
    ['quarterly', '2026-11-25', 1, '2027-01-31'],
    ['quarterly', '2026-12-31', 2, '2027-02-28'],
    ['annually', '2023-03-01', 2, '2024-02-29'],
  ])('%s around %s ends, for a year ending in month %d, on %s', (type, date, yearEnd, expected) => {
    expect(periodEnd(type, date, yearEnd)).toBe(expected);
  });

  it('is at most one fiscal year after the year’s first day, and the day before the next one', () => {
    const days = fc.integer({ min: 0, max: 100_000 }).map((count) => addDays('1900-01-01', count));
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 12 }), (day, yearEnd) => {
        const first = fiscalYearStart(day, yearEnd);
        const last = periodEnd('annually', day, yearEnd);
        expect(first <= day && day <= last).toBe(true);
        expect(splitDate(last).month).toBe(yearEnd);
        expect(fiscalYearStart(addDays(last, 1), yearEnd)).toBe(addDays(last, 1));
      }),
    );
  });
});

describe('previousPeriodEnd', () => {
  it.each<[PeriodType, string, number, string]>([
    ['monthly', '2026-11-28', 12, '2026-10-31'],
    ['monthly', '2026-11-30', 12, '2026-10-31'],
    ['monthly', '2026-01-15', 12, '2025-12-31'],
    ['quarterly', '2026-11-28', 12, '2026-09-30'],
    ['quarterly', '2026-11-28', 1, '2026-10-31'],
    ['annually', '2026-11-28', 12, '2025-12-31'],
    ['annually', '2026-11-28', 6, '2026-06-30'],
  ])('%s before %s, for a year ending in month %d, is %s', (type, date, yearEnd, expected) => {
    expect(previousPeriodEnd(type, date, yearEnd)).toBe(expected);
  });
});

describe('utcDay', () => {
  it('is the UTC day of an instant or of its text', () => {
    expect(utcDay(new Date('2026-01-31T23:59:59-06:00'))).toBe('2026-02-01');
    expect(utcDay('2026-01-31T23:59:59.999Z')).toBe('2026-01-31');
  });
});
