import { boundedCents, type Cents } from './money';

/**
 * Divides an amount in proportion to signed weights, in cents: each part is `total × weight ÷ sum of weights` rounded
 * down, and the cents that are then missing go one each to the parts with the largest remainders, the first among equals. The
 * parts add up to the total exactly, and no part is beyond its weight while the total is not beyond the sum.
 *
 * Throws RangeError when the weights add up to zero: there is no proportion. Throws DomainError when a part is beyond MAX_CENTS,
 * as it may be where weights of either sign nearly cancel out.
 * Source: the rule that relief, cost and proceeds are spread over layers to the cent, largest remainder first.
 */
export function apportion(total: Cents, weights: readonly Cents[]): Cents[] {
  const sum = weights.reduce((before, weight) => before + BigInt(weight), 0n);
  if (sum === 0n) throw new RangeError('Weights that add up to zero have no proportion');
  const shares = weights.map((weight, index) => {
    const numerator = BigInt(total) * BigInt(weight) * (sum < 0n ? -1n : 1n);
    const divisor = sum < 0n ? -sum : sum;
    const part = floorDivide(numerator, divisor);
    return { index, part, remainder: numerator - part * divisor };
  });
  let missing = shares.reduce((left, { part }) => left - part, BigInt(total));
  const largestFirst = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const share of largestFirst) {
    if (missing === 0n) break;
    share.part += 1n;
    missing -= 1n;
  }
  return shares.map(({ part }) => boundedCents(part));
}

function floorDivide(numerator: bigint, divisor: bigint): bigint {
  const quotient = numerator / divisor;
  return numerator % divisor < 0n ? quotient - 1n : quotient;
}
