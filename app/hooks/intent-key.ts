import { useRef } from 'react';

type Intent = { request: string; key: string; answeredAt: number | null };

/** A second press this soon after the answer is a double click, unless another answer came in between. */
const DOUBLE_CLICK_MS = 2000;
let newestAnswered: Intent | null = null;

/** A random key for one intent. `crypto.randomUUID` is missing where a page is not served over https. */
export function newIntentKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * One key for each thing that the person wants done: a double click, and another try after a lost answer, carry the key of the
 * first, and the server does it once.
 */
export function useIntentKey() {
  const intent = useRef<Intent | null>(null);

  function keyFor(request: string): string {
    const last = intent.current;
    const isSame =
      last?.request === request &&
      (last.answeredAt === null ||
        (last === newestAnswered && Date.now() - last.answeredAt < DOUBLE_CLICK_MS));
    if (!isSame) intent.current = { request, key: newIntentKey(), answeredAt: null };
    return intent.current!.key;
  }

  function noteAnswer(): void {
    if (!intent.current) return;
    intent.current.answeredAt ??= Date.now();
    newestAnswered = intent.current;
  }

  return { keyFor, noteAnswer };
}
