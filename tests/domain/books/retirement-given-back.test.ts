import { expect, it } from 'vitest';
import { retirementDateAfterReversal } from '~/domain/books/reversal';

const named = (retirementDate: string | null, retirementBefore: string | null) => ({
  retirementDate,
  retirementBefore,
});

it.each([
  [
    'before the oldest, of several',
    '2050-01-01',
    [named('2050-01-01', '2045-01-01'), named('2045-01-01', null)],
    null,
  ],
  ['as a person entered it since', '2048-01-01', [named('2050-01-01', '2045-01-01')], '2048-01-01'],
  [
    'as a person entered it between two layers',
    '2050-01-01',
    [named('2050-01-01', '2048-01-01'), named('2045-01-01', null)],
    '2048-01-01',
  ],
  [
    'the same, where a layer took it from the well',
    '2045-01-01',
    [named('2045-01-01', '2045-01-01')],
    '2045-01-01',
  ],
  ['the same, where a layer has a lifespan', '2045-01-01', [named(null, null)], '2045-01-01'],
  ['unknown still', null, [named(null, null)], null],
])('a well’s retirement date after a reversal is %s', (_, current, reversed, expected) => {
  expect(retirementDateAfterReversal(current, reversed)).toBe(expected);
});
