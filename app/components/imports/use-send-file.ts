import { useEffect, useRef, useState } from 'react';
import { ApiError, failureText } from '~/hooks/api-fetch';
import { newIntentKey } from '~/hooks/intent-key';
import { type Api, useMutation } from '~/hooks/use-api';
import type { WellFile } from './well-file';

/** A file that has arrived whole: another attempt has only to begin its processing, and begins it once. */
type Stored = { file: WellFile; uploadURL: string; key: string };

export type SendFailure = { text: string; isStored: boolean };

/** Sends a file and has its processing begun. What has been done stays done for the next attempt. */
export function useSendFile() {
  const { run, pending } = useMutation({
    failure: 'Failed to process upload',
    failureTitle: 'Upload Failed',
    successTitle: null,
    reloads: false,
  });
  const [failure, setFailure] = useState<SendFailure | null>(null);
  const stored = useRef<Stored | null>(null);
  const closing = useRef(new AbortController());
  useEffect(() => {
    const abort = new AbortController();
    closing.current = abort;
    return () => abort.abort();
  }, []);

  async function begin(api: Api, file: WellFile, asOf: string | null): Promise<string> {
    const { signal } = closing.current;
    if (stored.current?.file !== file) {
      await file.assertUnchanged();
      const { uploadURL } = await api<{ uploadURL: string }>('/api/objects/upload', {
        method: 'POST',
        signal,
      });
      await api(uploadURL, { method: 'PUT', file: new Blob([file.bytes], { type: 'text/csv' }), signal });
      stored.current = { file, uploadURL, key: newIntentKey() };
    }
    const { uploadURL, key } = stored.current;
    const { jobId } = await api<{ jobId: string }>('/api/wells/mass-upload', {
      method: 'POST',
      body: { uploadURL, asOf, fileName: file.source.name },
      respondAsync: true,
      idempotencyKey: key,
      signal,
    });
    return jobId;
  }

  /** @returns the upload's id, or null when there is none: the person has been told */
  async function send(file: WellFile, asOf: string | null): Promise<string | null> {
    setFailure(null);
    const outcome = await run((api) =>
      begin(api, file, asOf).catch((error) => {
        // Whoever closes the window meanwhile is told of no failure.
        if (closing.current.signal.aborted) return null;
        throw error;
      }),
    );
    if (outcome.ok) return outcome.value;
    // A refusal will not become anything else: the next attempt begins anew.
    if (outcome.error instanceof ApiError && outcome.error.status < 500) stored.current = null;
    setFailure({
      text: failureText(outcome.error, 'Failed to process upload'),
      isStored: stored.current !== null,
    });
    return null;
  }

  return { send, pending, failure, forgetFailure: () => setFailure(null) };
}
