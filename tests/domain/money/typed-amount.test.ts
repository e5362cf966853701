import { describe, expect, it } from 'vitest';
import { parseTypedCents } from '~/domain/money/typed-amount';

describe('a typed amount', () => {
  it.each([
    ['1,234.50', 123_450],
    ['$ 1,234.5', 123_450],
    ['(1,234.50)', -123_450],
    ['-$12.00', -1_200],
    ['12.00-', -1_200],
    ['', 0],
    ['–', 0],
    ['1.234', null],
    ['1,23', null],
    ['abc', null],
    ['(5', null],
    ['5)', null],
    ['-5-', null],
    ['.', null],
  ])('reads %j as %j cents', (text, cents) => {
    expect(parseTypedCents(text)).toBe(cents);
  });
});
