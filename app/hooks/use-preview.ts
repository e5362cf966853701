import { useEffect, useState } from 'react';
import { type ApiRequest, isRefusal } from './api-fetch';
import { useApi } from './use-api';
import { useDebounced } from './use-debounced';

type Asked = Pick<ApiRequest, 'method' | 'body' | 'ifVersion'> & { path: string };

/**
 * Response of an API call with `?preview=true`: what would be posted, with nothing written. Fetched again when the request changes, once
 * typing pauses. The previous response stays on screen until then.
 *
 * @param request null when there is nothing to preview
 * @param version the same request is sent again when it changes, as by `refresh`
 */
export function usePreview<T>(request: Asked | null, version = '') {
  const api = useApi();
  const [refreshes, setRefreshes] = useState(0);
  const key = request && JSON.stringify({ ...request, version: [version, refreshes] });
  const settled = useDebounced(key);
  const [answer, setAnswer] = useState<{ key: string; data: T | null; error: unknown } | null>(null);

  useEffect(() => {
    if (settled === null) return;
    const { path, version: _, ...asked } = JSON.parse(settled) as Asked & { version: unknown };
    const abort = new AbortController();
    api<T>(path, { ...asked, signal: abort.signal })
      .then((data) => !abort.signal.aborted && setAnswer({ key: settled, data, error: null }))
      .catch((error) => !abort.signal.aborted && setAnswer({ key: settled, data: null, error }));
    return () => abort.abort();
  }, [settled, api]);

  const isLoading = key !== null && answer?.key !== key;
  return {
    data: answer?.data ?? null,
    error: answer?.error ?? null,
    /** True while the response on screen, if any, belongs to another request. */
    isLoading,
    /** Why the request can't be posted: the user hasn't seen what it would post. Null when it can be posted. */
    blockedBecause: isLoading
      ? 'Working out what would be posted'
      : key !== null && answer?.error
        ? isRefusal(answer.error)
          ? 'This can’t be posted as it is'
          : 'Couldn’t work out what would be posted'
        : null,
    /** Sends the request again, when the preview is stale or failed. */
    refresh: () => setRefreshes((before) => before + 1),
  };
}
