import { describe, expect, it } from 'vitest';
import { formatMonths, getPostingNames } from '~/components/books/posting-names';
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
