import { useEffect, useRef, useState } from 'react';
import { isRefusal } from './api-fetch';
import { useRefreshes } from './revalidation';
import { useApi } from './use-api';
import { useCompany } from './use-root-data';

type Fetched<T> = {
  companyId: string | null;
  path: string;
  subject: string;
  version: unknown;
  data: T | null;
  error: unknown;
};

/**
 * Fetches data that isn't worth a page load with a GET. Nothing is fetched while `path` is null or `isSettled` is false. A new `version`
 * of the same path, or another path for the same subject, fetches again and keeps the old data on screen meanwhile, unless it is another
 * company's.
 */
export function useFetched<T>(
  path: string | null,
  version: unknown = null,
  subject = path,
  isSettled = true,
) {
  const api = useApi();
  const companyId = useCompany()?.id ?? null;
  const [fetched, setFetched] = useState<Fetched<T> | null>(null);
  const [refreshes, setRefreshes] = useState(0);
  const pageRefreshes = useRefreshes();
  const seenRefreshes = useRef(pageRefreshes);

  // biome-ignore lint/correctness/useExhaustiveDependencies: fetch again for a new version, on refresh, and on return to the page
  useEffect(() => {
    if (path === null || subject === null || !isSettled) return;
    const abort = new AbortController();
    const request = { companyId, path, subject, version };
    const isAutomatic = seenRefreshes.current !== pageRefreshes;
    seenRefreshes.current = pageRefreshes;
    const fail = (error: unknown) =>
      setFetched((previous) => {
        // A background refresh must not replace what the user is reading with a server error.
        const keepsData =
          isAutomatic && !isRefusal(error) && previous?.data != null && isSameRequest(previous, request);
        return keepsData ? previous : { ...request, data: null, error };
      });
    api<T>(path, { signal: abort.signal })
      .then((data) => !abort.signal.aborted && setFetched({ ...request, data, error: null }))
      .catch((error) => !abort.signal.aborted && fail(error));
    return () => abort.abort();
  }, [companyId, path, subject, version, isSettled, refreshes, pageRefreshes, api]);

  const isSameSubject = fetched?.companyId === companyId && fetched.subject === subject;
  const current = path !== null && isSameSubject ? fetched : null;
  const refresh = () => setRefreshes((previous) => previous + 1);
  return {
    data: current?.data ?? null,
    error: current?.error ?? null,
    isLoading: path !== null && current === null,
    /** The data on screen is from another path for the same subject. */
    isOld: current !== null && current.path !== path,
    /** The data on screen is from an earlier version. */
    isRefreshing: current !== null && current.version !== version,
    /** Fetches again, with the old data on screen until then. */
    refresh,
    /** Fetches again after a failure. */
    retry: () => {
      setFetched(null);
      refresh();
    },
  };
}

type FetchRequest = Pick<Fetched<unknown>, 'companyId' | 'path' | 'version'>;

function isSameRequest(request: FetchRequest, other: FetchRequest): boolean {
  return (
    request.companyId === other.companyId && request.path === other.path && request.version === other.version
  );
}
