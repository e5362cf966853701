import { AppError } from '~/errors';

/** The version in an If-Match header (`"3"`), or null without one. @throws AppError stale when it is not a version */
export function expectedVersion(request: Request): number | null {
  const header = request.headers.get('If-Match')?.trim();
  if (!header || header === '*') return null;
  const match = /^(?:W\/)?"?(\d{1,15})"?$/.exec(header);
  if (!match) throw new AppError('stale', 'If-Match must contain a version');
  return Number(match[1]);
}
