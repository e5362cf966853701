import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '~/domain/money/decimal';
import { DomainError } from '~/domain/money/domain-error';
import {
  boundedCents,
  centsFromDecimal,
  formatCents,
  MAX_CENTS,
  parseCents,
  parseMoney,
  partOfCents,
  roundHalfUp,
  sumCents,
} from '~/domain/money/money';
import { anyCents } from '../../support/arbitraries';

describe('parseMoney', () => {
  it.each<[string | number, number]>([
    ['100000', 10_000_000],
    ['27070.90', 2_707_090],
    [' 27070.9 ', 2_707_090],
    ['+1.5', 150],
    ['-1104.11', -110_411],
    ['1.5000', 150],
    ['0.100', 10],
    ['1500.000', 150_000],
    ['0.10000000000000000000000000000', 10],
    ['007', 700],
    ['.5', 50],
    ['5.', 500],
    ['9999999999.99', MAX_CENTS],
    ['-9999999999.99', -MAX_CENTS],
    [0, 0],
    [-0, 0],
    ['-0', 0],
    ['-0.00', 0],
    [0.1, 10],
    [1234.56, 123_456],
    [-12.3, -1_230],
    // A float's product would be 100 × 1.15 = 114.99999999999999.
    [1.15, 115],
  ])('reads %j as %d cents', (input, cents) => {
    expect(parseMoney(input)).toEqual({ ok: true, cents });
  });

  it.each([
    '',
    '   ',
    '.',
    '-',
    '+.',
    'abc',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e400',
    '1e3',
    '0x10',
    '1,000',
    '1 000',
    '1_000',
    '1.2.3',
    '--1',
    '$5',
    '٣',
    '5\n6',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ])('refuses %j: not a number', (input) => {
    expect(parseMoney(input)).toEqual({ ok: false, reason: 'not-a-number' });
  });

  // Three decimals after one to three digits also read as thousands, if a period is the separator somewhere.
  it.each(['100.000', '-250.000', ' 1.500 ', '+12.340'])('refuses %j: it has two meanings', (input) => {
    expect(parseMoney(input)).toEqual({ ok: false, reason: 'too-precise' });
  });

  it.each(['1.005', '0.001', '-0.001', 0.1 + 0.2, 1e-7, 5e-324])('refuses %j: too precise', (input) => {
    expect(parseMoney(input)).toEqual({ ok: false, reason: 'too-precise' });
  });

  it.each([
    '10000000000',
    '-10000000000.00',
    '1234567890123',
    '9'.repeat(400),
    10_000_000_000,
    1e21,
    -1e300,
    Number.MAX_VALUE,
  ])('refuses %j: too large', (input) => {
    expect(parseMoney(input)).toEqual({ ok: false, reason: 'too-large' });
  });

  it('reads very long input in linear time', () => {
    const zeros = '0'.repeat(200_000);
    expect(parseMoney(`0.${zeros}1`)).toEqual({ ok: false, reason: 'too-precise' });
    expect(parseMoney(`${zeros}1.${zeros}`)).toEqual({ ok: true, cents: 100 });
    expect(parseMoney(`${zeros}x`)).toEqual({ ok: false, reason: 'not-a-number' });
  }, 1_000);

  it('returns a safe integer within the limit, or a reason, for any text or number', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.float(), fc.integer()), (input) => {
        const parsed = parseMoney(input);
        if (!parsed.ok) return;
        expect(Number.isSafeInteger(parsed.cents)).toBe(true);
        expect(Math.abs(parsed.cents)).toBeLessThanOrEqual(MAX_CENTS);
      }),
    );
  });
});

describe('formatCents', () => {
  it.each<[number | bigint, string]>([
    [2_707_090, '27070.90'],
    [-5, '-0.05'],
    [0, '0.00'],
    [-0, '0.00'],
    [100, '1.00'],
    [-110_411, '-1104.11'],
    [MAX_CENTS, '9999999999.99'],
    [12_345_678_901_234_567_890n, '123456789012345678.90'],
  ])('writes %s cents as %s', (cents, text) => {
    expect(formatCents(cents)).toBe(text);
  });

  it('refuses a fraction of a cent', () => {
    expect(() => formatCents(0.5)).toThrow(RangeError);
    expect(() => formatCents(Number.NaN)).toThrow(RangeError);
  });

  it('is the inverse of parseMoney', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(parseMoney(formatCents(cents))).toEqual({ ok: true, cents: cents + 0 });
      }),
    );
  });
});

describe('roundHalfUp', () => {
  it.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [5n, -2n, -3n],
    [-5n, -2n, 3n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [-1n, 3n, 0n],
    [0n, 7n, 0n],
    [7n, 1n, 7n],
    // 5.005 in cents: 500.5 goes to 501.
    [5_005n, 10n, 501n],
    [10n ** 40n + 1n, 2n * 10n ** 40n, 1n],
    [10n ** 40n - 1n, 2n * 10n ** 40n, 0n],
  ])('%s / %s is %s', (numerator, denominator, expected) => {
    expect(roundHalfUp(numerator, denominator)).toBe(expected);
  });

  it('refuses a zero denominator', () => {
    expect(() => roundHalfUp(1n, 0n)).toThrow(RangeError);
  });

  it('is symmetric and never further than one half from the quotient', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (numerator, denominator) => {
        const rounded = roundHalfUp(numerator, denominator);
        expect(roundHalfUp(-numerator, denominator)).toBe(-rounded);
        const error = 2n * (rounded * denominator - numerator);
        expect(error <= denominator && error >= -denominator).toBe(true);
      }),
    );
  });
});

describe('sumCents', () => {
  it('stays exact where doubles would not', () => {
    expect(sumCents([])).toBe(0n);
    expect(sumCents([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 1])).toBe(18_014_398_509_481_983n);
  });
});

describe('centsFromDecimal', () => {
  it.each([
    ['500.5', 501],
    ['-500.5', -501],
    ['500.4999999999999999999999999999', 500],
    ['-0.4', 0],
    ['999999999999.4', MAX_CENTS],
  ])('rounds %s cents to %d', (value, cents) => {
    expect(centsFromDecimal(new Decimal(value))).toBe(cents);
  });

  it.each(['999999999999.5', '-1e12', '1e400', 'Infinity', 'NaN'])('refuses %s', (value) => {
    expect(() => centsFromDecimal(new Decimal(value), 'pAndACost')).toThrow(
      expect.objectContaining({ name: 'DomainError', field: 'pAndACost' }),
    );
  });
});

describe('boundedCents', () => {
  it('keeps what decimal(12,2) holds and refuses the rest', () => {
    expect(boundedCents(BigInt(MAX_CENTS))).toBe(MAX_CENTS);
    expect(boundedCents(-MAX_CENTS)).toBe(-MAX_CENTS);
    expect(() => boundedCents(10n ** 300n)).toThrow(DomainError);
    expect(() => boundedCents(-MAX_CENTS - 1)).toThrow(DomainError);
  });
});

describe('parseCents', () => {
  it('reads back what formatCents writes, however large', () => {
    fc.assert(fc.property(fc.bigInt(), (cents) => parseCents(formatCents(cents)) === cents));
    expect(parseCents('-0.05')).toBe(-5n);
  });

  it.each(['', 'abc', '1,000.00', '1.5.0'])('throws on %j', (text) => {
    expect(() => parseCents(text)).toThrow(SyntaxError);
  });
});

describe('partOfCents', () => {
  it.each([
    [100, 1, 3, 33],
    [200, 1, 3, 67],
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [5, -1, 2, -3],
    [0, 7, 9, 0],
    [-1, 1, 3, 0],
    // Beyond the exact range of a number.
    [999_999_999_999, 113_273_999, 113_274_000, 999_999_991_171],
  ])('%d × %d ÷ %d is %d', (cents, numerator, denominator, part) => {
    expect(partOfCents(cents, { numerator, denominator })).toBe(part);
  });

  it('equals exact arithmetic after rounding, whatever the size', () => {
    const fraction = fc.record({
      numerator: fc.integer({ min: -113_274_000, max: 113_274_000 }),
      denominator: fc.integer({ min: 1, max: 113_274_000 }),
    });
    fc.assert(
      fc.property(anyCents, fraction, (cents, part) => {
        const exact = roundHalfUp(BigInt(cents) * BigInt(part.numerator), BigInt(part.denominator));
        expect(partOfCents(cents, part)).toBe(Number(exact));
      }),
    );
  });
});
