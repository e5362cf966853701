import { describe, expect, it } from 'vitest';
import { describeUnposted, formatMonths, getPostingNames } from '~/components/books/posting-names';
import type { MovementKind, PostingKind } from '~/domain/books/movement-kinds';
import { DEFAULT_PREFERENCES } from '~/hooks/preferences';
import { formatFor } from '~/hooks/use-format';
import type { ActPreview } from '~/schemas/books/posting';

const FORMAT = formatFor(DEFAULT_PREFERENCES);

const posting = (kind: PostingKind, effectiveOn: string, ...kinds: MovementKind[]) =>
  ({
    kind,
    effectiveOn,
    movements: kinds.map((movement) => ({ kind: movement })),
  }) as unknown as ActPreview['postings'][number];

describe('namesOf', () => {
  it('distinguishes reversed, caught-up, recognized and reposted entries', () => {
    expect(
      getPostingNames([
        posting('reversal', '2026-10-31', 'accreted'),
        posting('accretion', '2026-10-14', 'accreted'),
        posting('calculation', '2026-10-14', 'revised'),
        posting('accretion', '2026-10-31', 'accreted', 'accreted'),
      ]),
    ).toEqual(['Accretion reversed', 'Accretion', 'Estimate revised', 'Accretion posted again']);
  });

  it('names mixed movements after the posting', () => {
    expect(getPostingNames([posting('calculation', '2026-10-14', 'revised', 'incurred')])).toEqual([
      'Calculation',
    ]);
    expect(getPostingNames([posting('reversal', '2026-10-14', 'incurred')])).toEqual(['Layer reversed']);
  });
});

describe('describeUnposted', () => {
  const postings = [
    posting('accretion', '2026-07-02', 'accreted'),
    posting('accretion', '2026-08-31', 'accreted'),
  ];
  const textOf = (unpostedThrough: string | null, closedThrough: string | null) =>
    describeUnposted({ postings, unpostedThrough }, closedThrough, FORMAT);

  it('advises posting first only for open months', () => {
    const advised = {
      title: 'Accretion through Jun 30, 2026 isn’t posted yet',
      advice: 'It will post with this, on a later date. To record it in its own month, post accretion first.',
    };
    expect(textOf('2026-06-30', null)).toEqual(advised);
    expect(textOf('2026-06-30', '2026-05-31')).toEqual(advised);
    expect(textOf('2026-06-30', '2026-06-30')).toEqual({
      title: 'Accretion of closed months through Jun 30, 2026 posts with this, in Jul 2026',
      advice: 'Closed months don’t change.',
    });
    expect(textOf(null, '2026-06-30')).toBeNull();
  });
});

describe('messages from the server', () => {
  it('format the months they are about, but neither accounts nor journal descriptions', () => {
    expect(FORMAT.message('Missing for 2026-10: HAVØRN; for 2026-11: KRYKKJE.')).toBe(
      'Missing for Oct 2026: HAVØRN; for Nov 2026: KRYKKJE.',
    );
    expect(FORMAT.message('No rate for 2026-10. Enter it.')).toBe('No rate for Oct 2026. Enter it.');
    const unchanged = ['ARO accretion for 2026-10', 'Account 2050-10. Change it.', 'Account for 2050-100: x'];
    for (const text of unchanged) expect(FORMAT.message(text)).toBe(text);
  });
});

describe('monthsText', () => {
  it.each([
    [['2026-10'], 'Oct 2026'],
    [['2026-10', '2026-11'], 'Oct 2026 and Nov 2026'],
    [['2026-09', '2026-10', '2026-11'], 'Sep 2026, Oct 2026 and Nov 2026'],
    [['2024-01', '2024-02', '2024-03', '2024-04'], '4 months, Jan 2024 to Apr 2024'],
    [[], ''],
  ])('%j', (months, text) => {
    expect(formatMonths(months, FORMAT)).toBe(text);
  });
});

describe('dates and amounts in messages', () => {
  it('are shown in the user’s format, and other text is left alone', () => {
    expect(FORMAT.message('The books are closed through 2026-09-30. Use a date from 2026-10-01.')).toBe(
      'The books are closed through Sep 30, 2026. Use a date from Oct 1, 2026.',
    );
    expect(FORMAT.message('a valid date, not "2024-12-01"')).toBe('a valid date, not "2024-12-01"');
    expect(FORMAT.message('2024-13-01')).toBe('2024-13-01');
    expect(FORMAT.message('aro-detail-2026-09-30.csv')).toBe('aro-detail-2026-09-30.csv');
    expect(FORMAT.message('Not more than 97997.62, of 1000000.00 (-1234.50).')).toBe(
      'Not more than 97,997.62, of 1,000,000.00 (-1,234.50).',
    );
    for (const text of [
      '“1234.56” is no date',
      'rate 1000.00%',
      'A-1234.56',
      '1234.56.csv',
      '1234.567',
      '$27,070.90',
    ]) {
      expect(FORMAT.message(text)).toBe(text);
    }
  });
});
