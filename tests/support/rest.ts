import type { Amounts } from '~/domain/books/rest';
import type { Cents } from '~/domain/money/money';

/** What is left over of a movement: asset + cash − liability, in cents, as the accounting method defines it. Positive is a gain. */
export function restOf({ liabilityCents, arcCostCents, arcAccumulatedCents, cashCents }: Amounts): Cents {
  return arcCostCents + arcAccumulatedCents + cashCents - liabilityCents;
}
