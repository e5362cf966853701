import { useEffect, useState } from 'react';
import { useApi } from '~/hooks/use-api';

/** Typing in the table pauses so long before the server is asked. */
const PAUSE_MS = 400;

/**
 * What posting the rows would do, with nothing written. As usePreview, but told apart by the request itself: thousands of
 * rows are too much text to compare.
 * @param request the same object as long as it asks the same; null while there is nothing to ask
 */
export function useRowsPreview<Preview>(path: string, request: object | null) {
  const api = useApi();
  const [reads, setReads] = useState(0);
  const [answer, setAnswer] = useState<{
    request: object;
    reads: number;
    data: Preview | null;
    error: unknown;
  } | null>(null);
  useEffect(() => {
    if (!request) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      api<Preview>(`${path}/preview`, { method: 'POST', body: request, signal: abort.signal }).then(
        (data) => !abort.signal.aborted && setAnswer({ request, reads, data, error: null }),
        (error) => !abort.signal.aborted && setAnswer({ request, reads, data: null, error }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [api, path, request, reads]);
  const current = answer?.request === request && answer?.reads === reads ? answer : null;
  return {
    data: current?.data ?? null,
    /** The last one, also while another is on its way. */
    latest: answer?.data ?? null,
    error: current?.error ?? null,
    isLoading: request !== null && current === null,
    /** Asks again: what is shown isn't what would be posted by now, or there was no answer. */
    refresh: () => setReads(reads + 1),
  };
}
