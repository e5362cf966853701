import type { Act } from '~/domain/books/act';
import type { ReviewedPreview } from '~/schemas/books/posting';
import { sha256Hex } from '~/services/platform/digest.server';
import { requireSameDigest } from '~/services/platform/same-digest.server';
import { toActPreview } from './act-preview.server';
import { asRead, type BookedWell } from './well-books.server';

const OUTDATED =
  'Something was posted or changed on these wells since the preview was made. Look at the new preview before you post.';

type Plan = { act: ReturnType<Act['finish']>; wells: readonly BookedWell[] };

/**
 * What would be posted and what it rests on, as one short text. The amounts alone don't say it: a cost that two people post at the same
 * time, or one person twice, moves the same amounts again.
 */
export function reviewedOf({ act, wells }: Plan): Promise<string> {
  const postings = act.postings.map(({ kind, day, terms, movements }) => [
    kind,
    day,
    // The offset goes to other accounts under other settings.
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
  return sha256Hex(JSON.stringify([postings, wells.map(asRead)]));
}

/** As toActPreview, for an act whose call takes `reviewed` back. */
export async function toReviewedPreview(
  act: Plan['act'],
  wells: Plan['wells'],
  options?: Parameters<typeof toActPreview>[2],
): Promise<ReviewedPreview> {
  return { ...toActPreview(act, wells, options), reviewed: await reviewedOf({ act, wells }) };
}

/** @throws AppError conflict where a preview was reviewed, and the books lead to something else by now */
export async function requireReviewed(reviewed: string | null | undefined, plan: Plan): Promise<void> {
  await requireSameDigest(reviewed, () => reviewedOf(plan), OUTDATED);
}
