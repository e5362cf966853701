import { z } from 'zod';

/** True or false; absent and null are false. */
export function flag(message?: string) {
  return z
    .boolean(message)
    .nullish()
    .transform((given) => given ?? false);
}
