import { lazy, useState } from 'react';
import { latestSeal } from '~/components/reports/printed-facts';
import { useApi } from '~/hooks/use-api';
import { useExport } from '~/hooks/use-export';
import { fetchAllRows } from '~/hooks/use-more-rows';
import { useCompany } from '~/hooks/use-root-data';
import type { SealView } from '~/schemas/audit/seal';
import type { LayerView } from '~/schemas/platform/views';

const loadLedger = () => import('./detail-ledger');
export const DetailLedger = lazy(loadLedger);

/** Fetches what Export saves, for a DetailLedger of it. */
export function useDetailPrint(list: string) {
  const companyId = useCompany()?.id ?? null;
  const api = useApi();
  const [printed, setPrinted] = useState<{ layers: LayerView[]; seal: SealView | null } | null>(null);
  const { run, pending } = useExport<LayerView[]>({
    success: null,
    fetchFailure: 'Failed to fetch ARO detail data',
    exportFailure: 'Failed to print ARO detail data',
  });
  const printDetail = () =>
    void run(
      () => fetchAllRows<LayerView>(list, companyId),
      async (layers) => {
        const [seal] = await Promise.all([latestSeal(api), loadLedger()]);
        setPrinted({ layers, seal });
      },
    );
  return { printDetail, pending, printed, endPrint: () => setPrinted(null) };
}
