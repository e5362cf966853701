import { toast } from './toast';

export const MISSING_CODE = 'Couldn’t load this. Check your connection and reload the page.';

/** A code file failed to load. */
export class MissingCodeError extends Error {
  override readonly name = 'MissingCodeError';
}

/**
 * True when part of the page's code failed to load, because a newer version replaced it or the server can't be reached. Each browser
 * words this error differently.
 */
export function isMissingCode(error: unknown): boolean {
  if (error instanceof MissingCodeError) return true;
  return error instanceof TypeError && /imported module|module script/i.test(error.message);
}

/** Shows the error and offers a reload. The browser prompts first if there are unsaved entries. */
export function toastMissingCode(description = MISSING_CODE): void {
  const { pathname, search } = window.location;
  toast({
    title: 'Error',
    description,
    action: { label: 'Reload', to: pathname + search, reloads: true },
    variant: 'destructive',
  });
}
