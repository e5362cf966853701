import { z } from 'zod';
import { groupThousands } from '~/domain/money/group-thousands';

/** Maximum rows per page of a list: the `limit` of its requests. */
export function pageLimit(max: number) {
  const message = `Limit must be a whole number from 1 to ${groupThousands(max)}`;
  return z.coerce.number(message).int(message).min(1, message).max(max, message);
}
