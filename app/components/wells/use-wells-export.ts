import { useExport } from '~/hooks/use-export';
import { fetchAllRows } from '~/hooks/use-more-rows';
import { useCompany } from '~/hooks/use-root-data';
import { useToday } from '~/hooks/use-today';
import type { WellView } from '~/schemas/wells/well-views';
import type { WellsPage } from './wells-page';

/** Saves every well that matches the filters, in list order, loaded or not. */
export function useWellsExport(list: string, { customFieldTemplates }: WellsPage) {
  const today = useToday();
  const companyId = useCompany()?.id ?? null;
  const { run, pending } = useExport<WellView[]>({
    success: 'Wells exported successfully',
    fetchFailure: 'Failed to export wells',
    exportFailure: 'Failed to export wells',
  });
  /** @param chosen exports only these wells */
  const exportWells = (chosen?: WellView[]) =>
    void run(
      async () => chosen ?? fetchAllRows<WellView>(list, companyId),
      async (wells) => {
        // Keeps the file code out of the initial bundle.
        const { saveWellsCsv } = await import('./save-wells-csv');
        saveWellsCsv(`wells-${today}.csv`, wells, customFieldTemplates);
      },
    );
  return { exportWells, pending };
}
