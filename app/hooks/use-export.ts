import { useRef, useState } from 'react';
import { failureText, isUnauthorized } from './api-fetch';
import { isMissingCode, MISSING_CODE, toastMissingCode } from './missing-code';
import { toast } from './toast';

type ExportTexts = {
  /** Null when the outcome is visible without a toast. */
  success: string | null;
  /** Shown when the content could not be fetched and the server sends no message of its own. */
  fetchFailure: string;
  /** Shown when the content was fetched but could not be saved. */
  exportFailure: string;
};

/**
 * An export to a file or to paper: fetches the content, saves it, and reports the outcome in a toast. `run` never throws. It returns the
 * error text or null, and does nothing while another run is in progress.
 */
export function useExport<Content>({ success, fetchFailure, exportFailure }: ExportTexts) {
  const [pending, setPending] = useState(false);
  const isBusy = useRef(false);

  async function run(
    fetchContent: () => Promise<Content>,
    save: (content: Content) => Promise<void> | void,
  ): Promise<string | null> {
    if (isBusy.current) return null;
    isBusy.current = true;
    setPending(true);
    let fallback = fetchFailure;
    try {
      const content = await fetchContent();
      fallback = exportFailure;
      await save(content);
      if (success !== null) toast({ title: 'Success', description: success });
      return null;
    } catch (error) {
      const isCodeMissing = isMissingCode(error);
      const text = isCodeMissing ? MISSING_CODE : failureText(error, fallback);
      if (isCodeMissing) toastMissingCode();
      // A 401 has its own toast.
      else if (!isUnauthorized(error)) toast({ title: 'Error', description: text, variant: 'destructive' });
      return text;
    } finally {
      isBusy.current = false;
      setPending(false);
    }
  }

  return { run, pending };
}
