import { useState } from 'react';
import { flushSync } from 'react-dom';
import { latestSeal } from '~/components/reports/printed-facts';
import { useApi } from '~/hooks/use-api';
import { useBrowserPrint } from '~/hooks/use-browser-print';
import { useExport } from '~/hooks/use-export';
import { fetchAllRows } from '~/hooks/use-more-rows';
import { useCompany } from '~/hooks/use-root-data';
import type { SealView } from '~/schemas/audit/seal';
import type { ListedLayerView } from '~/schemas/books/layer-views';
import type { DetailPage } from './detail-page';

/** Includes the page whose filters matched these layers, since another may be shown once they load. */
type Printed = { layers: ListedLayerView[]; page: DetailPage; seal: SealView | null; isRequested: boolean };

/**
 * Fetches the same rows as Export, for a DetailLedger, from the button and on Ctrl+P. The browser's own menu can't wait for them,
 * so it prints the loaded rows and says how many are missing.
 */
export function useDetailPrint(list: string, page: DetailPage, rows: ListedLayerView[], isCovered: boolean) {
  const companyId = useCompany()?.id ?? null;
  const api = useApi();
  const [printed, setPrinted] = useState<Printed | null>(null);
  const { run, pending } = useExport<ListedLayerView[]>({
    success: null,
    fetchFailure: 'Failed to fetch ARO detail data',
    exportFailure: 'Failed to print ARO detail data',
  });
  const printDetail = () =>
    void run(
      () => fetchAllRows<ListedLayerView>(list, companyId),
      async (layers) => setPrinted({ layers, page, seal: await latestSeal(api), isRequested: true }),
    );

  useBrowserPrint({
    // A dialog over the page handles its own printing.
    isReady: printed === null && !isCovered,
    print: printDetail,
    printLoadedRows: () =>
      flushSync(() => setPrinted({ layers: rows, page, seal: null, isRequested: false })),
  });
  return { printDetail, pending, printed, endPrint: () => setPrinted(null) };
}
