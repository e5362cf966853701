import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useApi } from '~/hooks/use-api';
import { useBrowserPrint } from '~/hooks/use-browser-print';
import { useExport } from '~/hooks/use-export';
import type { SealView } from '~/schemas/audit/seal';
import { latestSeal } from './printed-facts';

/**
 * Prints the open report: from its button, on Ctrl+P and from the browser's own menu.
 *
 * @param paper content to print, captured when printing is requested, since the screen can change while the seal loads. Null while
 * there is nothing to print
 */
export function useSheetPrint<Paper extends object>(what: string, paper: Paper | null) {
  const api = useApi();
  const [printed, setPrinted] = useState<(Paper & { seal: SealView | null; isRequested: boolean }) | null>(
    null,
  );
  const failure = `Failed to print ${what}`;
  const { run, pending } = useExport<SealView | null>({
    success: null,
    fetchFailure: failure,
    exportFailure: failure,
  });
  const show = (seal: SealView | null, isRequested: boolean) =>
    setPrinted(paper && { ...paper, seal, isRequested });
  const print = () =>
    void run(
      () => latestSeal(api),
      (seal) => show(seal, true),
    );
  useBrowserPrint({
    isReady: paper !== null && printed === null,
    print,
    printLoadedRows: () => flushSync(() => show(null, false)),
  });
  return { print, isPrinting: pending, printed, endPrint: () => setPrinted(null) };
}
