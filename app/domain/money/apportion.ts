import { boundedCents, type Cents, MAX_CENTS } from './money';

/**
 * Divides an amount in proportion to signed weights, in cents: each part is `total × weight ÷ sum of weights` rounded
 * down, and the remaining cents go one each to the parts with the largest remainders, earlier parts first on a tie. The
 * parts add up to the total exactly, and no part exceeds its weight as long as the total doesn't exceed the sum.
 *
 * Throws RangeError if the weights add up to zero, since there is no proportion. Throws DomainError if a part exceeds
 * MAX_CENTS, which can happen when positive and negative weights nearly cancel out.
 * Source: the rule that relief, cost and proceeds are spread over layers to the cent, largest remainder first.
 */
export function apportion(total: Cents, weights: readonly Cents[]): Cents[] {
  return exactParts(total, weights).map((part) => boundedCents(part));
}

/**
 * Divides an amount in proportion to other amounts, such as cost in proportion to relief, in cents. If those cancel
 * out, there is no proportion, and if they nearly do, a part could exceed MAX_CENTS: in both cases the first part gets
 * everything.
 * Source: the rule that cost follows relief, and proceeds the liability; where that is zero, the oldest layer has all
 * of it.
 */
export function apportionByAmounts(total: Cents, amounts: readonly Cents[]): Cents[] {
  const sum = amounts.reduce((before, cents) => before + BigInt(cents), 0n);
  const parts = sum === 0n ? null : exactParts(total, amounts);
  if (parts?.every((part) => part <= MAX_CENTS && part >= -MAX_CENTS)) return parts.map(Number);
  return amounts.map((_, index) => (index === 0 ? total : 0));
}

function exactParts(total: Cents, weights: readonly Cents[]): bigint[] {
  const sum = weights.reduce((before, weight) => before + BigInt(weight), 0n);
  if (sum === 0n) throw new RangeError('Weights that add up to zero have no proportion');
  const shares = weights.map((weight, index) => {
    const numerator = BigInt(total) * BigInt(weight) * (sum < 0n ? -1n : 1n);
    const divisor = sum < 0n ? -sum : sum;
    const part = floorDivide(numerator, divisor);
    return { index, part, remainder: numerator - part * divisor };
  });
  let remainingCents = shares.reduce((remaining, { part }) => remaining - part, BigInt(total));
  const largestFirst = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const share of largestFirst) {
    if (remainingCents === 0n) break;
    share.part += 1n;
    remainingCents -= 1n;
  }
  return shares.map(({ part }) => part);
}

function floorDivide(numerator: bigint, divisor: bigint): bigint {
  const quotient = numerator / divisor;
  return numerator % divisor < 0n ? quotient - 1n : quotient;
}
