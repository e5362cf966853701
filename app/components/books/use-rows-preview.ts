import { useEffect, useState } from 'react';
import { useApi } from '~/hooks/use-api';

/** Debounce delay after typing in the table. */
const PAUSE_MS = 400;

/**
 * Previews what posting the rows would do; writes nothing. Like usePreview, but compares requests by identity, because thousands
 * of rows are too much text to compare.
 * @param request the same object while unchanged; null when there is nothing to preview
 */
export function useRowsPreview<Preview>(path: string, request: object | null) {
  const api = useApi();
  const [reads, setReads] = useState(0);
  const [response, setResponse] = useState<{
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
        (data) => !abort.signal.aborted && setResponse({ request, reads, data, error: null }),
        (error) => !abort.signal.aborted && setResponse({ request, reads, data: null, error }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [api, path, request, reads]);
  const current = response?.request === request && response?.reads === reads ? response : null;
  return {
    data: current?.data ?? null,
    /** The last preview, kept while the next one loads. */
    latest: response?.data ?? null,
    error: current?.error ?? null,
    isLoading: request !== null && current === null,
    /** Fetches again, because the preview is stale or its response was lost. */
    refresh: () => setReads(reads + 1),
  };
}
