import { useEffect, useRef, useState } from 'react';
import { failureText, isRefusal } from '~/hooks/api-fetch';
import { newIntentKey } from '~/hooks/intent-key';
import { type Api, useMutation } from '~/hooks/use-api';
import { type SendTerms, type StoredUpload, withTerms } from './stored-upload';
import type { WellFile } from './well-file';

/** `sentTerms` has the terms of a request that may have been received; null when the file itself was not. */
export type SendFailure = { text: string; sentTerms: SendTerms | null };

/** Uploads a file and starts its processing. A retry skips the steps already completed. */
export function useSendFile() {
  const { run, pending } = useMutation({
    failure: 'Failed to process upload',
    failureTitle: 'Upload Failed',
    successTitle: null,
    reloads: false,
  });
  const [failure, setFailure] = useState<SendFailure | null>(null);
  const stored = useRef<(StoredUpload & { file: WellFile }) | null>(null);
  const closing = useRef(new AbortController());
  useEffect(() => {
    const abort = new AbortController();
    closing.current = abort;
    return () => abort.abort();
  }, []);

  async function startUpload(api: Api, file: WellFile, terms: SendTerms): Promise<string> {
    const { signal } = closing.current;
    if (stored.current?.file !== file) {
      await file.assertUnchanged();
      const { uploadURL } = await api<{ uploadURL: string }>('/api/objects/upload', {
        method: 'POST',
        signal,
      });
      await api(uploadURL, { method: 'PUT', file: new Blob([file.bytes], { type: 'text/csv' }), signal });
      stored.current = { file, uploadURL, key: newIntentKey(), terms };
    }
    stored.current = withTerms(stored.current, terms);
    const { uploadURL, key, terms: sentTerms } = stored.current;
    const { jobId } = await api<{ jobId: string }>('/api/wells/mass-upload', {
      method: 'POST',
      body: { uploadURL, ...sentTerms, fileName: file.source.name },
      respondAsync: true,
      idempotencyKey: key,
      signal,
    });
    return jobId;
  }

  /** @returns the upload's id, or null if there is none; the user has been told why */
  async function send(file: WellFile, terms: SendTerms): Promise<string | null> {
    setFailure(null);
    const outcome = await run((api) =>
      startUpload(api, file, terms).catch((error) => {
        // A user who closed the window meanwhile sees no failure.
        if (closing.current.signal.aborted) return null;
        throw error;
      }),
    );
    if (outcome.ok) return outcome.value;
    // A refusal is final, so the next attempt starts over. A response that asks to wait isn't a refusal.
    if (isRefusal(outcome.error)) stored.current = null;
    setFailure({
      text: failureText(outcome.error, 'Failed to process upload'),
      sentTerms: stored.current?.terms ?? null,
    });
    return null;
  }

  return { send, pending, failure, clearFailure: () => setFailure(null) };
}
