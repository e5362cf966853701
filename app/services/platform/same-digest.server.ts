import { AppError } from '~/errors';

/**
 * Rejects an action that differs from what the user reviewed.
 * @param reviewed digest of the preview that the user saw; without one, nothing is checked
 * @param current computes the digest of what would be done now
 * @throws AppError conflict with the message when the digests differ
 */
export async function requireSameDigest(
  reviewed: string | null | undefined,
  current: () => string | Promise<string>,
  message: string,
): Promise<void> {
  if (reviewed && reviewed !== (await current())) throw new AppError('conflict', message);
}
