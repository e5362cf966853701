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
    const asked = { companyId, path, subject, version };
    const isUnasked = seenRefreshes.current !== pageRefreshes;
    seenRefreshes.current = pageRefreshes;
    const fail = (error: unknown) =>
      setFetched((before) => {
        // A background refresh must not replace what the user is reading with a server error.
        const stays = isUnasked && !isRefusal(error) && before?.data != null && isSame(before, asked);
        return stays ? before : { ...asked, data: null, error };
      });
    api<T>(path, { signal: abort.signal })
      .then((data) => !abort.signal.aborted && setFetched({ ...asked, data, error: null }))
      .catch((error) => !abort.signal.aborted && fail(error));
    return () => abort.abort();
  }, [companyId, path, subject, version, isSettled, refreshes, pageRefreshes, api]);

  const isAbout = fetched?.companyId === companyId && fetched.subject === subject;
  const current = path !== null && isAbout ? fetched : null;
  const refresh = () => setRefreshes((before) => before + 1);
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

type Asked = Pick<Fetched<unknown>, 'companyId' | 'path' | 'version'>;

function isSame(one: Asked, other: Asked): boolean {
  return one.companyId === other.companyId && one.path === other.path && one.version === other.version;
}
