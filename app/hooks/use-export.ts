import { useRef, useState } from 'react';
import { failureText, isUnauthorized } from './api-fetch';
import { isMissingCode, MISSING_CODE, toastMissingCode } from './missing-code';
import { toast } from './toast';

type ExportTexts = {
  /** Null where the outcome shows by itself. */
  success: string | null;
  /** Shown when the content could not be fetched and the server says nothing of its own. */
  fetchFailure: string;
  /** Shown when the content was there and could not be saved. */
  exportFailure: string;
};

/**
 * An export to a file or to paper: fetches its content, then saves it, and reports the outcome in a toast. `run` never throws; it
 * answers what went wrong, or null, and does nothing while a run is under way.
 */
export function useExport<Content>({ success, fetchFailure, exportFailure }: ExportTexts) {
  const [pending, setPending] = useState(false);
  const busy = useRef(false);

  async function run(
    fetchContent: () => Promise<Content>,
    save: (content: Content) => Promise<void> | void,
  ): Promise<string | null> {
    if (busy.current) return null;
    busy.current = true;
    setPending(true);
    let fallback = fetchFailure;
    try {
      const content = await fetchContent();
      fallback = exportFailure;
      await save(content);
      if (success !== null) toast({ title: 'Success', description: success });
      return null;
    } catch (error) {
      const lacksCode = isMissingCode(error);
      const text = lacksCode ? MISSING_CODE : failureText(error, fallback);
      if (lacksCode) toastMissingCode();
      // Signing in again has a toast of its own.
      else if (!isUnauthorized(error)) toast({ title: 'Error', description: text, variant: 'destructive' });
      return text;
    } finally {
      busy.current = false;
      setPending(false);
    }
  }

  return { run, pending };
}
