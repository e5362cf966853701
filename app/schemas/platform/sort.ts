import { z } from 'zod';

/** Sort order of a list: one of the keys, with a `-` prefix for descending. */
export function sortBy<const Key extends string>(keys: readonly Key[]) {
  const sorts = keys.flatMap((key) => [key, `-${key}` as const]);
  return z.enum(sorts, `Sort must be one of ${keys.join(', ')}, with - for descending`);
}
