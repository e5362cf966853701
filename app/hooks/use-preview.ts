import { useEffect, useState } from 'react';
import { type ApiRequest, isRefusal } from './api-fetch';
import { useApi } from './use-api';
import { useSettled } from './use-settled';

type Asked = Pick<ApiRequest, 'method' | 'body' | 'ifVersion'> & { path: string };

/**
 * What a call with `?preview=true` answers: what would be posted, with nothing written. Asked again when the request
 * changes, once typing pauses; the answer before stays in sight until then.
 *
 * @param request null while there is nothing to ask
 * @param version the same request is made again when it changes, as by `refresh`
 */
export function usePreview<T>(request: Asked | null, version = '') {
  const api = useApi();
  const [refreshes, setRefreshes] = useState(0);
  const key = request && JSON.stringify({ ...request, version: [version, refreshes] });
  const settled = useSettled(key);
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
    /** The answer in sight, if there is one, is of another request. */
    isLoading,
    /** Why what was asked about can't be posted: nobody has seen what that would post. Null where it can. */
    blockedBecause: isLoading
      ? 'Working out what would be posted'
      : key !== null && answer?.error
        ? isRefusal(answer.error)
          ? 'This can’t be posted as it is'
          : 'Couldn’t work out what would be posted'
        : null,
    /** Asks once more: what is in sight isn't what would be posted by now, or there was no answer. */
    refresh: () => setRefreshes((before) => before + 1),
  };
}
