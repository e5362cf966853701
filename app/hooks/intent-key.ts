import { useRef } from 'react';

type Intent = { request: string; key: string; answeredAt: number | null };

/** A second press this soon after the answer is a double click, unless another answer came in between. */
const DOUBLE_CLICK_MS = 2000;
let newestAnswered: Intent | null = null;
/** Those of forms that outlast their screen, by the form's name. */
const kept = new Map<string, Intent>();

/** A random key for one intent. `crypto.randomUUID` is missing where a page is not served over https. */
export function newIntentKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * One key for each thing that the person wants done: a double click, and another try after a lost answer, carry the key of the
 * first, and the server does it once.
 * @param keptAs the name of a form that outlasts its screen, whose key must too
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
