import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { isRefusal } from '~/hooks/api-fetch';
import { recordWrite } from '~/hooks/revalidation';
import { toast } from '~/hooks/toast';
import { useApi } from '~/hooks/use-api';
import type { MassUploadView } from '~/schemas/imports/mass-upload';

/** Delay between polls. It grows by a quarter, so a result is at most about a quarter of the elapsed time late. */
const FIRST_PAUSE_MS = 250;
const PAUSE_GROWTH = 1.25;
const MAX_PAUSE_MS = 5000;
/** Response timeout, because a connection lost while the computer slept raises no error. */
const RESPONSE_TIMEOUT_MS = 30_000;

/**
 * Polls an upload until it finishes. Polling pauses while the page is hidden and continues after connection errors. When an awaited
 * upload finishes, shows a toast and reloads the data.
 *
 * @param isNew just started, so its end is announced even if it has already finished
 */
export function useUpload(uploadId: string, isNew: boolean) {
  const api = useApi();
  const { revalidate } = useRevalidator();
  const [upload, setUpload] = useState<MassUploadView | null>(null);
  const [error, setError] = useState<unknown>(null);
  const isAwaited = useRef(isNew);
  const latestRevalidate = useRef(revalidate);
  latestRevalidate.current = revalidate;

  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const poll = async () => {
      for (
        let pause = FIRST_PAUSE_MS;
        !signal.aborted;
        pause = Math.min(pause * PAUSE_GROWTH, MAX_PAUSE_MS)
      ) {
        try {
          const view = await api<MassUploadView>(`/api/wells/mass-upload/${encodeURIComponent(uploadId)}`, {
            signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
          });
          setUpload(view);
          setError(null);
          if (isFinished(view)) {
            if (isAwaited.current) announce(view);
            return;
          }
          isAwaited.current = true;
          // Closing the window meanwhile then reloads the list, with the wells imported so far.
          if (view.progress.successful > 0) recordWrite();
        } catch (failure) {
          if (signal.aborted) return;
          setError(failure);
          if (isRefusal(failure)) return;
        }
        await pauseWhileVisible(pause, signal);
      }
    };
    const announce = (view: MassUploadView) => {
      toastOutcome(view);
      recordWrite();
      latestRevalidate.current();
    };
    void poll();
    return () => abort.abort();
  }, [api, uploadId]);

  return { upload, error, isRefused: isRefusal(error) };
}

export function isFinished({ status }: { status: MassUploadView['status'] }): boolean {
  return status === 'done' || status === 'failed';
}

function toastOutcome({ success, message, results }: MassUploadView) {
  if (success) {
    toast({
      title: 'Upload Successful',
      description: message,
    });
  } else {
    // A partial success isn't a failure, and shouldn't look like one.
    const isPartial = (results?.successful ?? 0) > 0;
    toast({
      title: 'Upload Issues',
      description: message,
      variant: isPartial ? 'default' : 'destructive',
    });
  }
}

/** Resolves after a delay, but not while the page is hidden. */
function pauseWhileVisible(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      if (!document.hidden) return done();
      document.addEventListener('visibilitychange', done);
    }, ms);
    const done = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', done);
      resolve();
    };
    signal.addEventListener('abort', done, { once: true });
  });
}
