import { lazy, useState } from 'react';
import { useExport } from '~/hooks/use-export';
import { fetchAllRows } from '~/hooks/use-more-rows';
import { useCompany } from '~/hooks/use-root-data';
import type { LayerView } from '~/schemas/platform/views';

const loadLedger = () => import('./detail-ledger');
export const DetailLedger = lazy(loadLedger);

/** Fetches what Export saves, for a DetailLedger of it. */
export function useDetailPrint(list: string) {
  const companyId = useCompany()?.id ?? null;
  const [layers, setLayers] = useState<LayerView[] | null>(null);
  const { run, pending } = useExport<LayerView[]>({
    success: null,
    fetchFailure: 'Failed to fetch ARO detail data',
    exportFailure: 'Failed to print ARO detail data',
  });
  const printDetail = () =>
    void run(
      () => fetchAllRows<LayerView>(list, companyId),
      async (rows) => {
        await loadLedger();
        setLayers(rows);
      },
    );
  return { printDetail, pending, layers, endPrint: () => setLayers(null) };
}
