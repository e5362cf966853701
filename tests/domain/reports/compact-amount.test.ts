import { expect, it } from 'vitest';
import { compactAmount } from '~/components/detail/overview/compact-amount';
import { formatCents } from '~/domain/money/money';

const format = { money: (amount: string) => amount };

it.each([
  ['0.00', '0'],
  ['0.05', '0.05'],
  ['5.00', '5'],
  ['12.34', '12.3'],
  ['120.00', '120'],
  ['999.49', '999'],
  ['999.50', '1K'],
  ['27070.90', '27.1K'],
  ['20000000.00', '20M'],
  ['999949.99', '1M'],
  ['1304999999.99', '1.30B'],
  ['1305000000.00', '1.31B'],
  ['-3889443.67', '-3.89M'],
  ['12345678901234567.89', '12300T'],
])('formats %s next to a bar as %s', (amount, text) => {
  expect(compactAmount(format, amount)).toBe(text);
});

it('formats the levels of any scale', () => {
  expect(compactAmount(format, formatCents(BigInt(Math.round(1e23 * 100))))).toMatch(/^10+T$/);
});
