import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annualGrowth, formatRate, MAX_RATE_BP, parseRate } from '~/domain/money/rate';

describe('parseRate', () => {
  it.each<[string | number, number]>([
    [8, 800],
    ['8', 800],
    ['2.5', 250],
    ['8.00', 800],
    ['8%', 800],
    ['2.5 %', 250],
    ['0', 0],
    ['-1.25', -125],
    ['999.99', MAX_RATE_BP],
  ])('reads %j percent as %d basis points', (input, rateBp) => {
    expect(parseRate(input)).toEqual({ ok: true, rateBp });
  });

  it.each<[string | number, string]>([
    ['%', 'not-a-number'],
    ['8%%', 'not-a-number'],
    ['%8', 'not-a-number'],
    ['1e1', 'not-a-number'],
    ['', 'not-a-number'],
    ['8.125', 'too-precise'],
    ['1000', 'too-large'],
    [-1000, 'too-large'],
  ])('refuses %j: %s', (input, reason) => {
    expect(parseRate(input)).toEqual({ ok: false, reason });
  });
});

describe('formatRate', () => {
  it.each([
    [800, '8.00'],
    [5, '0.05'],
    [0, '0.00'],
    [MAX_RATE_BP, '999.99'],
  ])('writes %d basis points as %s', (rateBp, text) => {
    expect(formatRate(rateBp)).toBe(text);
  });

  it('is the inverse of parseRate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_RATE_BP }), (rateBp) => {
        expect(parseRate(formatRate(rateBp))).toEqual({ ok: true, rateBp });
      }),
    );
  });
});

describe('annualGrowth', () => {
  it('is one plus the rate, exactly', () => {
    expect(annualGrowth(800).toString()).toBe('1.08');
    expect(annualGrowth(0).toString()).toBe('1');
    expect(annualGrowth(MAX_RATE_BP).toString()).toBe('10.9999');
  });
});
