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
 * What a GET answers, for what is not worth a page load. Nothing is fetched while `path` is null or not `isSettled`;
 * another `version` of the same path, or another path about the same subject, fetches again and keeps the old answer in
 * sight meanwhile, unless it is another company's.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is fetched again, what is refreshed, and all on return to the page
  useEffect(() => {
    if (path === null || subject === null || !isSettled) return;
    const abort = new AbortController();
    const asked = { companyId, path, subject, version };
    const isUnasked = seenRefreshes.current !== pageRefreshes;
    seenRefreshes.current = pageRefreshes;
    const fail = (error: unknown) =>
      setFetched((before) => {
        // A refresh that nobody asked for must not replace what they're reading with a server's trouble.
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
    /** What is in sight answers another path about the subject. */
    isOld: current !== null && current.path !== path,
    /** What is in sight answers an earlier version. */
    isRefreshing: current !== null && current.version !== version,
    /** Fetches again what may have changed; the old answer stays in sight meanwhile. */
    refresh,
    /** Fetches again what failed. */
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
