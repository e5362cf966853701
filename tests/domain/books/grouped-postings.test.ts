import { expect, it } from 'vitest';
import { groupPostings } from '~/components/books/grouped-postings';
import { isWellLinkedAbove } from '~/components/books/planned-posting';
import type { ActPreview } from '~/schemas/books/posting';

const reversal = (effectiveOn: string, liability: string, result: string) =>
  ({
    kind: 'reversal',
    effectiveOn,
    movements: [],
    totals: { liability, asset: '0.00', cash: '0.00', result, before: '5.00', after: '6.00' },
  }) as unknown as ActPreview['postings'][number];

it('postings are grouped by what they do and summed to the cent, in order of first appearance', () => {
  const postings = [
    reversal('2026-02-20', '0.10', '0.00'),
    reversal('2026-02-20', '-0.30', '0.30'),
    reversal('2026-01-31', '90071992547409.91', '0.00'),
    reversal('2026-01-31', '0.20', '0.00'),
  ];
  const names = ['Settlement reversed', 'Accretion reversed', 'Settlement reversed', 'Settlement reversed'];
  expect(groupPostings(postings, names)).toEqual([
    {
      name: 'Settlement reversed',
      postings: [postings[0], postings[2], postings[3]],
      months: ['2026-01', '2026-02'],
      totals: { liability: '90071992547410.21', asset: '0.00', cash: '0.00', result: '0.00' },
    },
    {
      name: 'Accretion reversed',
      postings: [postings[1]],
      months: ['2026-02'],
      totals: { liability: '-0.30', asset: '0.00', cash: '0.00', result: '0.30' },
    },
  ]);
});

it('each well is linked once in a list of postings, at the first posting that covers only that well', () => {
  const posting = (movementCount: number, ...wells: string[]) =>
    ({ movementCount, movements: wells.map((id) => ({ well: { id } })) }) as ActPreview['postings'][number];
  const postings = [
    posting(2, 'A', 'B'),
    posting(1, 'A'),
    posting(2, 'A', 'A'),
    posting(1, 'B'),
    posting(201, 'A'),
    posting(1, 'A'),
  ];
  expect(isWellLinkedAbove(postings)).toEqual([false, false, true, false, false, true]);
});
