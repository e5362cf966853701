import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { splitIntoParts } from '~/domain/imports/upload-parts';
import { failureText } from '~/hooks/api-fetch';
import { newIntentKey } from '~/hooks/intent-key';
import { recordWrite } from '~/hooks/revalidation';
import { type Api, useApi } from '~/hooks/use-api';
import { MAX_UPLOAD_BYTES, type MassUploadError, type MassUploadView } from '~/schemas/imports/mass-upload';
import type { ReviewedTerms } from './stored-upload';
import { isFinished } from './use-upload';

/** Rows to import after a review. */
export type RowsToImport = {
  titles: readonly string[];
  rows: readonly { row: number; cells: readonly string[] }[];
  terms: ReviewedTerms;
  headerRow: number;
};

/** A part of the rows sent as one upload, with its progress: file sent, job started, job finished. */
type Part = {
  text: string;
  key: string;
  uploadURL: string | null;
  jobId: string | null;
  isFinished: boolean;
};

export type SendState = {
  kind: 'idle' | 'sending' | 'interrupted' | 'done';
  total: number;
  processed: number;
  successful: number;
  errors: MassUploadError[];
  /** Finished uploads, in the order of their rows. */
  uploads: string[];
  failure: string | null;
};

const IDLE: SendState = {
  kind: 'idle',
  total: 0,
  processed: 0,
  successful: 0,
  errors: [],
  uploads: [],
  failure: null,
};
const POLL_MS = 400;

/**
 * Sends rows as one or more uploads, in sequence if they exceed the limit of one. Completed steps are kept: after an interruption,
 * it resumes with the current part, and no row is imported twice.
 */
export function useSendRows() {
  const api = useApi();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<SendState>(IDLE);
  const work = useRef<{ parts: Part[]; terms: ReviewedTerms; fileName: string } | null>(null);
  const closing = useRef(new AbortController());
  useEffect(() => {
    const abort = new AbortController();
    closing.current = abort;
    return () => abort.abort();
  }, []);

  /** The latest state, even before it renders. */
  const latestState = useRef(IDLE);
  const publish = (next: SendState) => {
    latestState.current = next;
    setState(next);
  };

  async function sendRemaining(): Promise<void> {
    const { signal } = closing.current;
    const { parts, terms, fileName } = work.current!;
    publish({ ...latestState.current, kind: 'sending', failure: null });
    try {
      for (const [index, part] of parts.entries()) {
        if (part.isFinished) continue;
        const name = parts.length === 1 ? fileName : `${fileName} (part ${index + 1} of ${parts.length})`;
        await startPart(api, part, { ...terms, fileName: name.slice(-255) }, signal);
        const before = latestState.current;
        for (;;) {
          const view = await api<MassUploadView>(`/api/wells/mass-upload/${part.jobId}`, { signal });
          publish(addProgress(before, view));
          if (isFinished(view)) {
            part.isFinished = true;
            break;
          }
          await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        }
      }
      recordWrite();
      revalidate();
      publish({ ...latestState.current, kind: 'done' });
    } catch (error) {
      if (signal.aborted) return;
      publish({
        ...latestState.current,
        kind: 'interrupted',
        failure: failureText(error, 'The import was interrupted.'),
      });
    }
  }

  return {
    state,
    resume: () => void sendRemaining(),
    send: ({ titles, rows, terms, headerRow }: RowsToImport, fileName: string) => {
      const texts = splitIntoParts(titles, rows, { headerRow, maxBytes: MAX_UPLOAD_BYTES });
      const parts = texts.map((text) => ({
        text,
        key: newIntentKey(),
        uploadURL: null,
        jobId: null,
        isFinished: false,
      }));
      work.current = { parts, terms, fileName };
      publish({ ...IDLE, kind: 'sending', total: rows.length });
      void sendRemaining();
    },
  };
}

async function startPart(
  api: Api,
  part: Part,
  terms: ReviewedTerms & { fileName: string },
  signal: AbortSignal,
): Promise<void> {
  if (part.uploadURL === null) {
    const { uploadURL } = await api<{ uploadURL: string }>('/api/objects/upload', { method: 'POST', signal });
    await api(uploadURL, { method: 'PUT', file: new Blob([part.text], { type: 'text/csv' }), signal });
    part.uploadURL = uploadURL;
  }
  if (part.jobId !== null) return;
  const { jobId } = await api<{ jobId: string }>('/api/wells/mass-upload', {
    method: 'POST',
    body: { uploadURL: part.uploadURL, ...terms },
    respondAsync: true,
    idempotencyKey: part.key,
    signal,
  });
  part.jobId = jobId;
}

function addProgress(before: SendState, view: MassUploadView): SendState {
  const { progress, results, status, message } = view;
  return {
    ...before,
    processed: before.processed + progress.processed,
    successful: before.successful + progress.successful,
    errors: [...before.errors, ...(results?.errors ?? [])],
    uploads: isFinished(view) ? [...before.uploads, view.jobId] : before.uploads,
    failure: status === 'failed' ? (message ?? 'The upload failed') : before.failure,
  };
}
