import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useApi } from '~/hooks/use-api';
import { useBrowserPrint } from '~/hooks/use-browser-print';
import { useExport } from '~/hooks/use-export';
import type { SealView } from '~/schemas/audit/seal';
import { latestSeal } from './printed-facts';

/** What the open report needs to be printed as a SheetLedger: by its button, on Ctrl+P and from the browser's own menu. */
export function useSheetPrint(what: string, isReady: boolean) {
  const api = useApi();
  const [printed, setPrinted] = useState<{ seal: SealView | null; isAsked: boolean } | null>(null);
  const failure = `Failed to print ${what}`;
  const { run, pending } = useExport<SealView | null>({
    success: null,
    fetchFailure: failure,
    exportFailure: failure,
  });
  const print = () =>
    void run(
      () => latestSeal(api),
      (seal) => setPrinted({ seal, isAsked: true }),
    );
  useBrowserPrint({
    isReady: isReady && printed === null,
    print,
    printAtHand: () => flushSync(() => setPrinted({ seal: null, isAsked: false })),
  });
  return { print, isPrinting: pending, printed, endPrint: () => setPrinted(null) };
}
