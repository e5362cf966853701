import { fetchCsvFile, saveFile } from '~/hooks/csv-file';
import { useExport } from '~/hooks/use-export';
import { useCompany } from '~/hooks/use-root-data';

/** Saves every layer that matches the filters, loaded or not. */
export function useDetailExport(list: string, today: string) {
  const companyId = useCompany()?.id ?? null;
  const { run, pending } = useExport<Blob>({
    success: 'ARO detail data exported successfully',
    fetchFailure: 'Failed to export ARO detail data',
    exportFailure: 'Failed to export ARO detail data',
  });
  const exportDetail = () =>
    void run(
      () => fetchCsvFile(list, companyId),
      (file) => saveFile(`aro-detail-${today}.csv`, file),
    );
  return { exportDetail, pending };
}
