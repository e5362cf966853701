import { z } from 'zod';

/** What a list is ordered by: one of the keys, with `-` in front for descending. */
export function sortBy<const Key extends string>(keys: readonly Key[]) {
  const sorts = keys.flatMap((key) => [key, `-${key}` as const]);
  return z.enum(sorts, `Sort must be one of ${keys.join(', ')}, with - for descending`);
}
