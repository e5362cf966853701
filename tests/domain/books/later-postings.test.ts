import { expect, it } from 'vitest';
import { laterPostingsError } from '~/domain/books/reversal';

const later = (id: number) => ({
  id: id + 10,
  number: id,
  kind: 'accretion' as const,
  day: `2026-0${id}-28`,
});

it('names the five newest blocking postings, each once, and counts the others', () => {
  expect(laterPostingsError([2, 1, 3, 3, 4, 5, 6, 7].map(later)).message).toBe(
    'These wells have later postings: accretion dated 2026-07-28 (posting 7), accretion dated 2026-06-28 (posting 6), ' +
      'accretion dated 2026-05-28 (posting 5), accretion dated 2026-04-28 (posting 4), accretion dated 2026-03-28 (posting 3), ' +
      'and 2 more. Reverse those first, or include them in this reversal.',
  );
  expect(laterPostingsError([1, 2, 3, 4, 5].map(later)).message).not.toContain('more');
});
