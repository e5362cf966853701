import { useRevalidator } from '@remix-run/react';
import { useCallback, useRef, useState } from 'react';
import {
  type ApiRequest,
  apiFetch,
  failureText,
  fieldErrorsOf,
  isAlreadyProcessed,
  isOvertaken,
  isUnauthorized,
} from './api-fetch';
import { useIntentKey } from './intent-key';
import { noteRefresh, noteWrite } from './revalidation';
import { type Toast, toast } from './toast';
import { useRootData } from './use-root-data';

export type Api = <T = unknown>(path: string, request?: Omit<ApiRequest, 'companyId'>) => Promise<T>;

/** The API as seen from the company that this page shows. */
export function useApi(): Api {
  const companyId = useRootData().user?.selectedCompanyId ?? null;
  return useCallback((path, request) => apiFetch(path, { ...request, companyId }), [companyId]);
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; error: unknown };

type MutationOptions = {
  /** Shown when the server says nothing of its own. */
  failure: string;
  failureTitle?: string;
  /** Without a text the toast is the title alone. */
  success?: string;
  /** Null for what is to be seen anyway and needs no toast. */
  successTitle?: string | null;
  /** Off where the person leaves the page afterwards. */
  reloads?: boolean;
  /** On where a conflict means that the page is behind. Not for forms: they would save over what others changed. */
  reloadsOnConflict?: boolean;
  /** For a form that outlasts its screen: the name of its intent, which then outlasts it too (`useIntentKey`). */
  keptAs?: string;
};

/**
 * A change made through the API: reports its outcome in a toast and, when it succeeded, reloads the page's data.
 * `run` never throws, and does nothing while a run is under way. `problem` is why the last run failed, for the form to
 * show: the toast is gone after a few seconds. Null where the fields say it.
 */
export function useMutation({
  failure,
  failureTitle = 'Error',
  success,
  successTitle = 'Success',
  reloads = true,
  reloadsOnConflict = false,
  keptAs,
}: MutationOptions) {
  const api = useApi();
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const busy = useRef(false);
  const { keyFor, noteAnswer } = useIntentKey(keptAs);
  // Whatever is lost on the way, pressing the button again does it only once, and has the first answer.
  const mutationApi: Api = (path, request) =>
    api(
      path,
      request?.method ? { ...request, idempotencyKey: keyFor(JSON.stringify([path, request])) } : request,
    );

  const reload = () => {
    if (!reloads) return;
    noteWrite();
    revalidate();
  };

  /**
   * @param describe what the toast says of the answer, in place of `success`
   * @param more what the toast adds to that, and offers to do next
   */
  async function run<T>(
    call: (api: Api) => Promise<T>,
    describe?: ((value: T) => string) | null,
    more?: (value: T) => Pick<Toast, 'detail' | 'action'>,
  ): Promise<Outcome<T>> {
    if (busy.current) return { ok: false, error: null };
    busy.current = true;
    setPending(true);
    setProblem(null);
    try {
      const value = await call(mutationApi);
      noteAnswer();
      if (successTitle !== null) {
        toast({
          title: successTitle,
          description: describe ? describe(value) : success,
          ...more?.(value),
        });
      }
      reload();
      return { ok: true, value };
    } catch (error) {
      // Its key is kept: pressing the button again doesn't do it again.
      const isDone = isAlreadyProcessed(error);
      if (isDone) reload();
      if (reloadsOnConflict && isOvertaken(error)) {
        noteRefresh();
        revalidate();
      }
      if (Object.keys(fieldErrorsOf(error)).length === 0) setProblem(failureText(error, failure));
      // Signing in again has a toast of its own.
      if (!isUnauthorized(error)) {
        toast({
          title: isDone ? 'Already Processed' : failureTitle,
          description: failureText(error, failure),
          variant: isDone ? 'default' : 'destructive',
        });
      }
      return { ok: false, error };
    } finally {
      busy.current = false;
      setPending(false);
    }
  }

  return { run, pending, problem };
}
