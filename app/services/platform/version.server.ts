import { AppError } from '~/errors';

const STALE = 'Someone else changed this while you were editing. Nothing was saved.';

/**
 * Rejects an edit of a version that is no longer the stored one (If-Match).
 * @param expected version that was edited; null accepts any
 * @throws AppError stale
 */
export function requireVersion(
  { version }: { version: number },
  expected: number | null,
  message = STALE,
): void {
  if (expected !== null && expected !== version) throw new AppError('stale', message);
}
