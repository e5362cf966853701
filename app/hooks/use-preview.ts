import { useEffect, useState } from 'react';
import { type ApiRequest, isRefusal } from './api-fetch';
import { useApi } from './use-api';
import { useDebounced } from './use-debounced';

type PreviewRequest = Pick<ApiRequest, 'method' | 'body' | 'ifVersion'> & { path: string };

/**
 * Response of an API call with `?preview=true`: what would be posted, with nothing written. Fetched again when the request changes, once
 * typing pauses. The previous response stays on screen until then.
 *
 * @param request null when there is nothing to preview
 * @param version the same request is sent again when it changes, as by `refresh`
 */
export function usePreview<T>(request: PreviewRequest | null, version = '') {
  const api = useApi();
  const [refreshes, setRefreshes] = useState(0);
  const key = request && JSON.stringify({ ...request, version: [version, refreshes] });
  const debouncedKey = useDebounced(key);
  const [response, setResponse] = useState<{ key: string; data: T | null; error: unknown } | null>(null);

  useEffect(() => {
    if (debouncedKey === null) return;
    const {
      path,
      version: _,
      ...options
    } = JSON.parse(debouncedKey) as PreviewRequest & { version: unknown };
    const abort = new AbortController();
    api<T>(path, { ...options, signal: abort.signal })
      .then((data) => !abort.signal.aborted && setResponse({ key: debouncedKey, data, error: null }))
      .catch((error) => !abort.signal.aborted && setResponse({ key: debouncedKey, data: null, error }));
    return () => abort.abort();
  }, [debouncedKey, api]);

  const isLoading = key !== null && response?.key !== key;
  return {
    data: response?.data ?? null,
    error: response?.error ?? null,
    /** True while the response on screen, if any, belongs to another request. */
    isLoading,
    /** Why the request can't be posted: the user hasn't seen what it would post. Null when it can be posted. */
    blockedBecause: isLoading
      ? 'Calculating what will post'
      : key !== null && response?.error
        ? isRefusal(response.error)
          ? 'This can’t be posted. See the message above.'
          : 'Couldn’t calculate what will post'
        : null,
    /** Sends the request again, when the preview is stale or failed. */
    refresh: () => setRefreshes((before) => before + 1),
  };
}
