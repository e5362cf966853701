import { toast } from './toast';

export const MISSING_CODE = 'Couldn’t load this. Check your connection and reload the page.';

/** A file of code did not come. */
export class MissingCodeError extends Error {
  override readonly name = 'MissingCodeError';
}

/**
 * Whether part of the page's code did not come: a newer version has replaced it, or the server can't be reached. Each browser has
 * words of its own for that.
 */
export function isMissingCode(error: unknown): boolean {
  if (error instanceof MissingCodeError) return true;
  return error instanceof TypeError && /imported module|module script/i.test(error.message);
}

/** Says so, and offers to reload; the browser asks first where anything was entered. */
export function toastMissingCode(description = MISSING_CODE): void {
  const { pathname, search } = window.location;
  toast({
    title: 'Error',
    description,
    action: { label: 'Reload', to: pathname + search, reloads: true },
    variant: 'destructive',
  });
}
