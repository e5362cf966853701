import { useExport } from '~/hooks/use-export';
import { fetchAllRows } from '~/hooks/use-more-rows';
import { useCompany } from '~/hooks/use-root-data';
import { useToday } from '~/hooks/use-today';
import type { WellView } from '~/schemas/wells/well-views';
import type { WellsPage } from './wells-page';

/** Saves every well that the filters let through, in the list's order, whether its row is here yet or not. */
export function useWellsExport(list: string, { customFieldTemplates }: WellsPage) {
  const today = useToday();
  const companyId = useCompany()?.id ?? null;
  const { run, pending } = useExport<WellView[]>({
    success: 'Wells exported successfully',
    fetchFailure: 'Failed to export wells',
    exportFailure: 'Failed to export wells',
  });
  /** @param chosen these alone */
  const exportWells = (chosen?: WellView[]) =>
    void run(
      async () => chosen ?? fetchAllRows<WellView>(list, companyId),
      async (wells) => {
        // Writing files is no part of the first load.
        const { saveWellsCsv } = await import('./save-wells-csv');
        saveWellsCsv(`wells-${today}.csv`, wells, customFieldTemplates);
      },
    );
  return { exportWells, pending };
}
