import { describe, expect, it } from 'vitest';
import {
  closedMessage,
  dateBounds,
  dateProblem,
  hasDayEnded,
  lastEffectiveDate,
  requireOpenDate,
} from '~/domain/calendar/open-dates';
import { DomainConflict } from '~/domain/money/domain-conflict';
import { DomainError } from '~/domain/money/domain-error';

describe('dates that can move a balance', () => {
  it.each([
    ['2026-11-22', '2026-12-31'],
    ['2026-11-29', '2026-12-31'],
    // It is already December somewhere.
    ['2026-11-30', '2027-01-31'],
    ['2026-12-31', '2027-02-28'],
    ['2028-01-15', '2028-02-29'],
  ])('end with next month: on %s at %s', (today, last) => {
    expect(lastEffectiveDate(today)).toBe(last);
  });

  it('begin after the closed period', () => {
    expect(closedMessage('2026-10-01', '2026-09-30')).toBeNull();
    expect(closedMessage('2026-09-30', null)).toBeNull();
    expect(closedMessage('2026-09-30', '2026-09-30')).toBe(
      'The books are closed through 2026-09-30. Use a date from 2026-10-01, or reopen the period.',
    );
  });

  it('are refused as invalid input if too late, or as a conflict if closed', () => {
    const bounds = dateBounds(new Date('2026-11-22T12:00:00Z'), '2026-09-30');
    expect(dateProblem('2026-10-01', 'date', bounds)).toBeNull();
    expect(dateProblem('2026-12-31', 'date', bounds)).toBeNull();
    const late = dateProblem('2027-01-01', 'date', bounds, 'Calculation date');
    expect(late).toBeInstanceOf(DomainError);
    expect(late).not.toBeInstanceOf(DomainConflict);
    expect(late).toMatchObject({
      field: 'date',
      message: 'Calculation date must not be after 2026-12-31, the end of next month',
    });
    expect(() => requireOpenDate('2027-01-01', 'date', bounds)).toThrow(
      /^The date must not be after 2026-12-31,/,
    );
    expect(dateProblem('2026-09-30', 'date', bounds)).toBeInstanceOf(DomainConflict);
    expect(dateProblem('2026-09-30', 'date', bounds)).toMatchObject({
      field: 'date',
      message: closedMessage('2026-09-30', '2026-09-30'),
    });
  });
});

describe('a day', () => {
  it.each([
    // 18:01 on the previous day in Houston, 14:01 on the same day in the first time zone.
    ['2026-01-31T00:01:00.000Z', false],
    ['2026-01-31T09:59:59.999Z', false],
    ['2026-01-31T10:00:00.000Z', true],
    ['2026-02-01T00:00:00.000Z', true],
  ])('at %s has ended in the first time zone: %s', (now, expected) => {
    expect(hasDayEnded('2026-01-31', new Date(now))).toBe(expected);
  });
});
