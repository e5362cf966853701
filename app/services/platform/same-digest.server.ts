import { AppError } from '~/errors';

/**
 * Refuses to do anything but what a person reviewed.
 * @param reviewed the digest that came with what they saw; without one, anything goes
 * @param current computes the digest of what would be done now
 * @throws AppError conflict with the message where the two differ
 */
export async function requireSameDigest(
  reviewed: string | null | undefined,
  current: () => string | Promise<string>,
  message: string,
): Promise<void> {
  if (reviewed && reviewed !== (await current())) throw new AppError('conflict', message);
}
