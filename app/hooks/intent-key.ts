import { useRef } from 'react';

type Intent = { request: string; key: string; respondedAt: number | null };

/** A repeat this soon after the response counts as a double click, unless another response arrived in between. */
const DOUBLE_CLICK_MS = 2000;
let lastRespondedIntent: Intent | null = null;
/** Intents of forms that outlive their screen, by form name. */
const storedIntents = new Map<string, Intent>();

/** Returns a random key for one intent. `crypto.randomUUID` is unavailable on pages not served over HTTPS. */
export function newIntentKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Provides one idempotency key per user intent. A double click, or a retry after a lost response, reuses the first key, so the server
 * acts once.
 * @param formName name of a form that outlives its screen, whose key must outlive it too
 */
export function useIntentKey(formName?: string) {
  const ownIntent = useRef<Intent | null>(null);
  const lastIntent = () =>
    formName === undefined ? ownIntent.current : (storedIntents.get(formName) ?? null);

  function keyFor(request: string): string {
    const last = lastIntent();
    const isRepeat =
      last?.request === request &&
      (last.respondedAt === null ||
        (last === lastRespondedIntent && Date.now() - last.respondedAt < DOUBLE_CLICK_MS));
    if (isRepeat) return last.key;
    const intent = { request, key: newIntentKey(), respondedAt: null };
    if (formName === undefined) ownIntent.current = intent;
    else storedIntents.set(formName, intent);
    return intent.key;
  }

  function recordResponse(): void {
    const last = lastIntent();
    if (!last) return;
    last.respondedAt ??= Date.now();
    lastRespondedIntent = last;
  }

  return { keyFor, recordResponse };
}
