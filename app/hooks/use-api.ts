import { useRevalidator } from '@remix-run/react';
import { useCallback, useRef, useState } from 'react';
import {
  type ApiRequest,
  apiFetch,
  failureText,
  getFieldErrors,
  isAlreadyProcessed,
  isConflict,
  isUnauthorized,
} from './api-fetch';
import { useIntentKey } from './intent-key';
import { recordRefresh, recordWrite } from './revalidation';
import { type Toast, toast } from './toast';
import { useRootData } from './use-root-data';

export type Api = <T = unknown>(path: string, request?: Omit<ApiRequest, 'companyId'>) => Promise<T>;

/** API client for the company this page shows. */
export function useApi(): Api {
  const companyId = useRootData().user?.selectedCompanyId ?? null;
  return useCallback((path, request) => apiFetch(path, { ...request, companyId }), [companyId]);
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; error: unknown };

type MutationOptions = {
  /** Shown when the server sends no message of its own. */
  failure: string;
  failureTitle?: string;
  /** Without it, the toast shows only the title. */
  success?: string;
  /** Null when the result is visible anyway and needs no toast. */
  successTitle?: string | null;
  /** Set to false when the user leaves the page afterward. */
  reloads?: boolean;
  /** Set to true when a conflict means the page is stale. Not for forms, which would then overwrite others' changes. */
  reloadsOnConflict?: boolean;
  /** For a form that outlives its screen: the name of its intent, which then outlives it too (`useIntentKey`). */
  formName?: string;
};

/**
 * A change made through the API. Reports its outcome in a toast and reloads the page's data on success. `run` never throws, and does
 * nothing while another run is in progress. `problem` is the last run's error, for the form to show after the toast disappears. Null when
 * field errors cover it.
 */
export function useMutation({
  failure,
  failureTitle = 'Error',
  success,
  successTitle = 'Success',
  reloads = true,
  reloadsOnConflict = false,
  formName,
}: MutationOptions) {
  const api = useApi();
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isBusy = useRef(false);
  const { keyFor, recordResponse } = useIntentKey(formName);
  // Clicking again after a lost response reuses the key, so the change happens once and returns the first response.
  const mutationApi: Api = (path, request) =>
    api(
      path,
      request?.method ? { ...request, idempotencyKey: keyFor(JSON.stringify([path, request])) } : request,
    );

  const reload = () => {
    if (!reloads) return;
    recordWrite();
    revalidate();
  };

  /**
   * @param describe toast text for the result, instead of `success`
   * @param getToastExtras additional toast detail and a follow-up action
   */
  async function run<T>(
    call: (api: Api) => Promise<T>,
    describe?: ((value: T) => string) | null,
    getToastExtras?: (value: T) => Pick<Toast, 'detail' | 'action'>,
  ): Promise<Outcome<T>> {
    if (isBusy.current) return { ok: false, error: null };
    isBusy.current = true;
    setPending(true);
    setProblem(null);
    try {
      const value = await call(mutationApi);
      recordResponse();
      if (successTitle !== null) {
        toast({
          title: successTitle,
          description: describe ? describe(value) : success,
          ...getToastExtras?.(value),
        });
      }
      reload();
      return { ok: true, value };
    } catch (error) {
      // The key is kept, so clicking again doesn't repeat the change.
      const isDone = isAlreadyProcessed(error);
      if (isDone) reload();
      if (reloadsOnConflict && isConflict(error)) {
        recordRefresh();
        revalidate();
      }
      if (Object.keys(getFieldErrors(error)).length === 0) setProblem(failureText(error, failure));
      // A 401 has its own toast.
      if (!isUnauthorized(error)) {
        toast({
          title: isDone ? 'Already Processed' : failureTitle,
          description: failureText(error, failure),
          variant: isDone ? 'default' : 'destructive',
        });
      }
      return { ok: false, error };
    } finally {
      isBusy.current = false;
      setPending(false);
    }
  }

  return { run, pending, problem };
}
