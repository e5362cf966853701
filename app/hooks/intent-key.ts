import { useRef } from 'react';

type Intent = { request: string; key: string; answeredAt: number | null };

/** A repeat this soon after the response counts as a double click, unless another response arrived in between. */
const DOUBLE_CLICK_MS = 2000;
let newestAnswered: Intent | null = null;
/** Intents of forms that outlive their screen, by form name. */
const kept = new Map<string, Intent>();

/** Returns a random key for one intent. `crypto.randomUUID` is unavailable on pages not served over HTTPS. */
export function newIntentKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Provides one idempotency key per user intent. A double click, or a retry after a lost response, reuses the first key, so the server
 * acts once.
 * @param keptAs name of a form that outlives its screen, whose key must outlive it too
 */
export function useIntentKey(keptAs?: string) {
  const own = useRef<Intent | null>(null);
  const lastIntent = () => (keptAs === undefined ? own.current : (kept.get(keptAs) ?? null));

  function keyFor(request: string): string {
    const last = lastIntent();
    const isSame =
      last?.request === request &&
      (last.answeredAt === null ||
        (last === newestAnswered && Date.now() - last.answeredAt < DOUBLE_CLICK_MS));
    if (isSame) return last.key;
    const intent = { request, key: newIntentKey(), answeredAt: null };
    if (keptAs === undefined) own.current = intent;
    else kept.set(keptAs, intent);
    return intent.key;
  }

  function noteAnswer(): void {
    const last = lastIntent();
    if (!last) return;
    last.answeredAt ??= Date.now();
    newestAnswered = last;
  }

  return { keyFor, noteAnswer };
}
