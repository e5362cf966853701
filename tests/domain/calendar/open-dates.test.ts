import { describe, expect, it } from 'vitest';
import { closedMessage, lastEffectiveDate } from '~/domain/calendar/open-dates';

describe('dates that may move a balance', () => {
  it.each([
    ['2026-11-22', '2026-12-31'],
    ['2026-11-29', '2026-12-31'],
    // Somewhere it is December already.
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
});
