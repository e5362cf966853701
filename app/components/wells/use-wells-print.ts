import { useState } from 'react';
import { useBrowserPrint } from '~/hooks/use-browser-print';
import { useExport } from '~/hooks/use-export';
import { fetchRowsUpTo } from '~/hooks/use-more-rows';
import { useCompany } from '~/hooks/use-root-data';
import type { WellView } from '~/schemas/wells/well-views';
import type { WellsPage } from './wells-page';

/** About 120 pages. Longer lists are better exported to a file. */
const MAX_PRINTED = 5_000;

/** Includes the page whose filters matched these wells, since another may be shown once they load. */
type Printed = { wells: WellView[]; page: WellsPage };

/**
 * Fetches the matching wells on Ctrl+P, for a WellsLedger; for a longer list, it prints the loaded rows. The browser's own menu
 * can't wait and prints the screen.
 */
export function useWellsPrint(list: string, page: WellsPage, rows: WellView[], isCovered: boolean) {
  const companyId = useCompany()?.id ?? null;
  const [printed, setPrinted] = useState<Printed | null>(null);
  const { run } = useExport<WellView[] | null>({
    success: null,
    fetchFailure: 'Failed to fetch the wells',
    exportFailure: 'Failed to print the wells',
  });
  useBrowserPrint({
    isReady: printed === null && !isCovered,
    print: () =>
      void run(
        () => fetchRowsUpTo<WellView>(list, companyId, MAX_PRINTED),
        (all) => setPrinted({ wells: all ?? rows, page }),
      ),
    printLoadedRows: () => {},
  });
  return { printed, endPrint: () => setPrinted(null) };
}
