import { useEffect, useState } from 'react';
import { useApi } from './use-api';

type Fetched<T> = { path: string; subject: string; data: T | null; error: unknown };

/**
 * What a GET answers, for what is not worth a page load. Nothing is fetched while `path` is null; another `version` of
 * the same path, or another path about the same subject, fetches again and keeps the old answer in sight meanwhile.
 */
export function useFetched<T>(path: string | null, version: unknown = null, subject = path) {
  const api = useApi();
  const [fetched, setFetched] = useState<Fetched<T> | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is fetched again
  useEffect(() => {
    if (path === null || subject === null) return;
    const abort = new AbortController();
    api<T>(path, { signal: abort.signal })
      .then((data) => !abort.signal.aborted && setFetched({ path, subject, data, error: null }))
      .catch((error) => !abort.signal.aborted && setFetched({ path, subject, data: null, error }));
    return () => abort.abort();
  }, [path, subject, version, api]);

  const current = path !== null && fetched?.subject === subject ? fetched : null;
  return {
    data: current?.data ?? null,
    error: current?.error ?? null,
    isLoading: path !== null && current === null,
    /** What is in sight answers another path about the subject. */
    isOld: current !== null && current.path !== path,
  };
}
