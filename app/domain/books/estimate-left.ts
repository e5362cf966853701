import { type Cents, roundHalfUp } from '~/domain/money/money';

/**
 * Share of a well's obligation relieved by a settlement or sale: `taken` out of `of`, in cents of the carrying amount for a
 * settlement, or in units of the company's working interest for a sale.
 */
export type EstimateRelief = { taken: number; of: number };

/**
 * Remaining estimate of a well after settlements and sales, each of which reduces the undiscounted estimate by the same share
 * as the obligation. In cents, rounded half-up once. An estimate of 110,000.00 becomes 70,714.29 when a settlement relieves
 * 35,000.00 of a 98,000.00 carrying amount. An estimate of 140,000.00 becomes 105,000.00 when 25 of 100% is sold.
 * Source: ASC 410-20-35-8, which revises the cash flows that are still expected.
 */
export function estimateLeft(totalCents: Cents, reliefs: readonly EstimateRelief[]): Cents {
  let [numerator, denominator] = [1n, 1n];
  for (const { taken, of } of reliefs) {
    // A well with a carrying amount of zero or less has nothing to relieve.
    if (of <= 0) continue;
    numerator *= BigInt(of - taken);
    denominator *= BigInt(of);
  }
  return Number(roundHalfUp(BigInt(totalCents) * numerator, denominator));
}

/**
 * For each of a well's layers, the well's total estimate with it, less the settlements and sales posted before the next layer.
 * In cents.
 * @param layers layers in effect, by number, with the posting that recognized each
 * @param reliefs in posting order
 */
export function estimatesLeft(
  layers: readonly { totalEstimateCents: Cents; recognizedBy: number }[],
  reliefs: readonly (EstimateRelief & { posting: number })[],
): Cents[] {
  return layers.map(({ totalEstimateCents, recognizedBy }, index) => {
    const next = layers[index + 1]?.recognizedBy ?? Number.POSITIVE_INFINITY;
    const layerReliefs = reliefs.filter(({ posting }) => posting > recognizedBy && posting < next);
    return estimateLeft(totalEstimateCents, layerReliefs);
  });
}
