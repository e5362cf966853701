import type { Amounts } from '~/domain/books/movement';
import type { Cents } from '~/domain/money/money';

/** The offset of a movement: asset + cash − liability, in cents, as the accounting method defines it. Positive is a gain. */
export function offsetOf({ liabilityCents, arcCostCents, arcAccumulatedCents, cashCents }: Amounts): Cents {
  return arcCostCents + arcAccumulatedCents + cashCents - liabilityCents;
}
