import type { Act } from '~/domain/books/act';
import type { ReviewedPreview } from '~/schemas/books/posting';
import { sha256Hex } from '~/services/platform/digest.server';
import { requireSameDigest } from '~/services/platform/same-digest.server';
import { toActPreview } from './act-preview.server';
import { type BookedWell, toWellVersion } from './well-books.server';

const OUTDATED = 'These wells changed after the preview. Review the new preview before you post.';

type Plan = { act: ReturnType<Act['finish']>; wells: readonly BookedWell[] };

/**
 * Digest of what would be posted and of the state it is based on. Amounts alone are not enough: if two users post the same cost
 * at the same time, or one user twice, the second posting moves the same amounts.
 */
export function previewDigest({ act, wells }: Plan): Promise<string> {
  const postings = act.postings.map(({ kind, day, terms, movements }) => [
    kind,
    day,
    // Other settings send the offset to other accounts.
    terms && [terms.settledTo, terms.retiredTo],
    movements.map((movement) => [
      movement.layerId,
      movement.kind,
      movement.liabilityCents,
      movement.arcCostCents,
      movement.arcAccumulatedCents,
      movement.cashCents,
    ]),
  ]);
  return sha256Hex(JSON.stringify([postings, wells.map(toWellVersion)]));
}

/** Like toActPreview, plus the `reviewed` digest that the request to post sends back. */
export async function toReviewedPreview(
  act: Plan['act'],
  wells: Plan['wells'],
  options?: Parameters<typeof toActPreview>[2],
): Promise<ReviewedPreview> {
  return { ...toActPreview(act, wells, options), reviewed: await previewDigest({ act, wells }) };
}

/** @throws AppError conflict when a preview was reviewed and the books would now produce something else */
export async function requireReviewed(reviewed: string | null | undefined, plan: Plan): Promise<void> {
  await requireSameDigest(reviewed, () => previewDigest(plan), OUTDATED);
}
