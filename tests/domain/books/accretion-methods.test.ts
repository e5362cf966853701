import { describe, expect, it } from 'vitest';
import { ACCRETION_METHODS } from '~/components/books/accretion-methods';
import { accretionExpense } from '~/domain/books/accretion';

/** Accretion of 100,000.00 at 8% over a year posted in the given number of parts. */
function accreted(method: 'simple' | 'effective', parts: number): number[] {
  let balance = 10_000_000;
  return Array.from({ length: parts }, () => {
    const time = { numerator: 1, denominator: parts };
    const cents = accretionExpense({ method, beginningCents: balance, discountRateBp: 800, time });
    balance += cents;
    return cents;
  });
}

function inDollars(cents: number): string {
  return `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
}

describe('the example of each accretion method', () => {
  it.each([
    ['simple', 'monthly', 12],
    ['effective', 'yearly', 1],
  ] as const)('%s', (method, posted, parts) => {
    const { help } = ACCRETION_METHODS.find(({ value }) => value === method)!;
    const [month] = accreted(method, 12);
    const year = accreted(method, parts).reduce((sum, cents) => sum + cents, 0);
    expect(help).toContain(
      `${inDollars(month!)} in the first month and, posted ${posted}, ${inDollars(year)} in a year`,
    );
  });
});
