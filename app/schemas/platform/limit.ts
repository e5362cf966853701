import { z } from 'zod';
import { groupThousands } from '~/domain/money/group-thousands';

/** How many rows a page of a list may have: the `limit` of its calls. */
export function pageLimit(max: number) {
  const message = `Limit must be a whole number from 1 to ${groupThousands(max)}`;
  return z.coerce.number(message).int(message).min(1, message).max(max, message);
}
