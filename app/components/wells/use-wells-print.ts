import { useState } from 'react';
import { useBrowserPrint } from '~/hooks/use-browser-print';
import { useExport } from '~/hooks/use-export';
import { fetchRowsUpTo } from '~/hooks/use-more-rows';
import { useCompany } from '~/hooks/use-root-data';
import type { WellView } from '~/schemas/wells/well-views';
import type { WellsPage } from './wells-page';

/** Some 120 pages. Who wants more wants a file. */
const MOST_PRINTED = 5_000;

/** With the page whose filters let these wells through: another may be shown by the time they are fetched. */
type Printed = { wells: WellView[]; page: WellsPage };

/**
 * Fetches what the filters let through on Ctrl+P, for a WellsLedger of it; of a longer list the rows at hand. The browser's own
 * menu doesn't wait, and prints the screen.
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
        () => fetchRowsUpTo<WellView>(list, companyId, MOST_PRINTED),
        (all) => setPrinted({ wells: all ?? rows, page }),
      ),
    printAtHand: () => {},
  });
  return { printed, endPrint: () => setPrinted(null) };
}
