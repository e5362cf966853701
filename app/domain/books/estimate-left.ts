import { type Cents, roundHalfUp } from '~/domain/money/money';

/**
 * A part of a well's obligation that a settlement or a sale took: of what the well carried, in cents, or of the interest that the
 * company had in it.
 */
export type EstimateRelief = { taken: number; of: number };

/**
 * What is left of a well's estimate after settlements and sales: each leaves the share of the undiscounted estimate that it left
 * of the obligation. In cents, rounded half-up once. An estimate of 110,000.00, of whose 98,000.00 a settlement relieves
 * 35,000.00, is 70,714.29 afterwards; after the sale of 25 of 100% another one of 140,000.00 is 105,000.00.
 * Source: ASC 410-20-35-8, which revises the cash flows that are still expected.
 */
export function estimateLeft(totalCents: Cents, reliefs: readonly EstimateRelief[]): Cents {
  let [left, whole] = [1n, 1n];
  for (const { taken, of } of reliefs) {
    // A well that carries nothing, or less, has nothing to relieve.
    if (of <= 0) continue;
    left *= BigInt(of - taken);
    whole *= BigInt(of);
  }
  return Number(roundHalfUp(BigInt(totalCents) * left, whole));
}

/**
 * What is left of the estimate of each of a well's layers, until the next one is counted. In cents.
 * @param layers those that count, by number, with the posting that recognized each
 * @param reliefs in the order of posting
 */
export function estimatesLeft(
  layers: readonly { totalEstimateCents: Cents; recognizedBy: number }[],
  reliefs: readonly (EstimateRelief & { posting: number })[],
): Cents[] {
  return layers.map(({ totalEstimateCents, recognizedBy }, index) => {
    const next = layers[index + 1]?.recognizedBy ?? Number.POSITIVE_INFINITY;
    const own = reliefs.filter(({ posting }) => posting > recognizedBy && posting < next);
    return estimateLeft(totalEstimateCents, own);
  });
}
