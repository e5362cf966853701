import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presentValue } from '~/domain/books/present-value';
import {
  formatInterest,
  grossOf,
  type InterestChange,
  interestBefore,
  interestOn,
  isSameInterest,
  netOf,
  parseInterest,
  type RecordedInterest,
  shareOf,
  WHOLE_INTEREST,
} from '~/domain/books/working-interest';
import { cents } from '../../support/method-tables';

const percent = (text: string) => {
  const parsed = parseInterest(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.interest;
};

describe('a working interest', () => {
  it.each([
    ['100', '100.00'],
    ['73.4375', '73.4375'],
    ['0.00000001', '0.00000001'],
    ['33.33333333', '33.33333333'],
    ['50.10', '50.10'],
    ['  75.500000000 ', '75.50'],
  ])('reads %s and writes %s', (text, written) => {
    expect(formatInterest(percent(text))).toBe(written);
  });

  it('reads a number of eight decimals that JavaScript formats with an exponent', () => {
    expect(parseInterest(1e-8)).toEqual({ ok: true, interest: 1 });
    expect(parseInterest(1.5e-7)).toEqual({ ok: true, interest: 15 });
  });

  it.each([
    ['0.123456789', 'too-precise'],
    [1e-9, 'too-precise'],
    ['100.00000001', 'too-large'],
    ['a third', 'not-a-number'],
  ])('refuses %s: %s', (text, reason) => {
    expect(parseInterest(text)).toEqual({ ok: false, reason });
  });

  it('applies to gross costs and to their present values (WI-NET)', () => {
    const interest = percent('73.4375');
    const net = netOf(cents('250000.00'), interest);
    expect(net).toBe(cents('183593.75'));
    const terms = { inflationRateBp: 250, discountRateBp: 800, wellLifespanYears: 20 };
    expect(presentValue({ ...terms, pAndACostCents: net })).toBe(cents('64544.63'));
    expect(cents('250000.00') - net).toBe(cents('66406.25'));
  });

  it('recovers the gross amount within the effect of rounding to cents', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: WHOLE_INTEREST }),
        fc.integer({ min: 0, max: 999_999_999_999 }),
        (interest, gross) => {
          const net = netOf(gross, interest);
          const hidden = BigInt(Math.ceil(WHOLE_INTEREST / interest / 2)) + 1n;
          const difference = grossOf(BigInt(net), interest) - BigInt(gross);
          expect(difference <= hidden && difference >= -hidden).toBe(true);
        },
      ),
    );
  });

  it('leaves amounts unchanged at 100%', () => {
    expect(netOf(123, WHOLE_INTEREST)).toBe(123);
    expect(grossOf(-123n, WHOLE_INTEREST)).toBe(-123n);
  });
});

describe('the interest on a day', () => {
  const changes: InterestChange[] = [
    { from: '2026-03-15', percent: percent('50'), posting: 40 },
    { from: '2020-01-01', percent: percent('75'), posting: null },
  ];

  it('is the whole well before the first change, and then that of the newest change', () => {
    expect(interestOn([], '2026-01-01')).toBe(WHOLE_INTEREST);
    expect(interestOn(changes, '2019-12-31')).toBe(WHOLE_INTEREST);
    expect(interestOn(changes, '2020-01-01')).toBe(percent('75'));
    expect(interestOn(changes, '2026-03-14')).toBe(percent('75'));
    expect(interestOn(changes, '2026-03-15')).toBe(percent('50'));
  });

  it('is what the second sale left, after two sales on one day', () => {
    const sold = [
      { from: '2026-01-01', percent: percent('50'), posting: 7 },
      { from: '2026-01-01', percent: percent('25'), posting: 9 },
    ];
    for (const changes of [sold, sold.toReversed()])
      expect(interestOn(changes, '2026-01-01')).toBe(percent('25'));
  });

  it('is the one before the sale for postings on the day of the sale, up to the sale itself', () => {
    const on = (posting: number) => formatInterest(interestBefore(changes, { day: '2026-03-15', posting }));
    expect([on(39), on(40), on(41)]).toEqual(['75.00', '75.00', '50.00']);
    expect(formatInterest(interestBefore(changes, { day: '2020-01-01', posting: 1 }))).toBe('75.00');
  });

  it('is the one known when it was posted, for later postings dated the day of the sale', () => {
    const later = (posting: number, known: RecordedInterest[]) =>
      formatInterest(interestBefore(known, { day: '2026-04-30', posting }));
    expect([later(39, changes), later(41, changes)]).toEqual(['75.00', '50.00']);
    const takenBack: RecordedInterest[] = [{ ...changes[0]!, until: 45 }, changes[1]!];
    expect([39, 44, 46].map((posting) => later(posting, takenBack))).toEqual(['75.00', '50.00', '75.00']);
    const second: RecordedInterest[] = [
      { from: '2026-03-15', percent: percent('25'), posting: 42 },
      ...changes,
    ];
    expect([39, 41, 43].map((posting) => later(posting, second))).toEqual(['75.00', '50.00', '25.00']);
  });
});

describe('the same interest', () => {
  const bought: InterestChange = { from: '2024-01-01', percent: percent('50'), posting: null };

  it.each<[string, Partial<InterestChange>, boolean]>([
    ['has the same day and percentage, however recorded', { posting: 7 }, true],
    ['has the same day', { from: '2024-01-02' }, false],
    ['has the same percentage', { percent: percent('50.00000001') }, false],
  ])('%s', (_, change, isSame) => {
    expect(isSameInterest(bought, { ...bought, ...change })).toBe(isSame);
  });
});

describe('a share of an interest', () => {
  it.each([
    ['75', '33.33333333', '25.00'],
    ['100', '33.33333333', '33.33333333'],
    ['0.00000001', '50', '0.00000001'],
    ['0.00000001', '49.99999999', '0.00'],
    ['73.4375', '100', '73.4375'],
  ])('of %s %% times %s %% is %s %%, half-up', (owned, share, part) => {
    expect(formatInterest(shareOf(percent(owned), percent(share)))).toBe(part);
  });
});
