import { useEffect, useRef, useState } from 'react';
import { ApiError, failureText } from '~/hooks/api-fetch';
import { newIntentKey } from '~/hooks/intent-key';
import { type Api, useMutation } from '~/hooks/use-api';
import type { AdditionalCost } from '~/schemas/imports/well-csv';
import type { WellFile } from './well-file';

/** What the person says of a file's rows: the day of their balances, and what the cost of additional layers means. */
export type UploadTerms = { asOf: string | null; additionalCost: AdditionalCost | null };

/** What an upload says besides its rows: the terms, and where the books were when the rows were reviewed. */
export type ReviewedTerms = UploadTerms & { reviewed: string | null };

/** How the upload of a whole file is processed. */
export type SendTerms = ReviewedTerms & { skipPosted: boolean };

/** A file that has arrived whole: another attempt has only to begin its processing, and begins it once. */
type Stored = { file: WellFile; uploadURL: string; key: string; terms: SendTerms };

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

  async function begin(api: Api, file: WellFile, terms: SendTerms): Promise<string> {
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
    // Other terms are another request: the server refuses a key that it knows with another body.
    if (!isSame(stored.current.terms, terms))
      stored.current = { ...stored.current, key: newIntentKey(), terms };
    // The same terms are the same request, also after a further preview: the first one may be at work.
    const { uploadURL, key, terms: sent } = stored.current;
    const { jobId } = await api<{ jobId: string }>('/api/wells/mass-upload', {
      method: 'POST',
      body: { uploadURL, ...sent, fileName: file.source.name },
      respondAsync: true,
      idempotencyKey: key,
      signal,
    });
    return jobId;
  }

  /** @returns the upload's id, or null when there is none: the person has been told */
  async function send(file: WellFile, terms: SendTerms): Promise<string | null> {
    setFailure(null);
    const outcome = await run((api) =>
      begin(api, file, terms).catch((error) => {
        // A user who closes the window meanwhile sees no failure.
        if (closing.current.signal.aborted) return null;
        throw error;
      }),
    );
    if (outcome.ok) return outcome.value;
    // A refusal will not become anything else: the next attempt starts over.
    if (outcome.error instanceof ApiError && outcome.error.status < 500) stored.current = null;
    setFailure({
      text: failureText(outcome.error, 'Failed to process upload'),
      isStored: stored.current !== null,
    });
    return null;
  }

  return { send, pending, failure, forgetFailure: () => setFailure(null) };
}

function isSame(one: SendTerms, other: SendTerms): boolean {
  return (
    one.asOf === other.asOf &&
    one.additionalCost === other.additionalCost &&
    one.skipPosted === other.skipPosted
  );
}
