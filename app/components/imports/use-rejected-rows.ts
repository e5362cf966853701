import { saveCsvTable } from '~/hooks/csv-file';
import { useApi } from '~/hooks/use-api';
import { useExport } from '~/hooks/use-export';
import type { RejectedRowsView } from '~/schemas/imports/mass-upload';

const REASON = 'error';

/** Downloads an upload's failed rows in the columns of its file, with the reason last, to be corrected and uploaded. */
export function useRejectedRows(uploadId: string, today: string) {
  const api = useApi();
  const { run, pending } = useExport<RejectedRowsView>({
    success: 'Failed rows exported successfully',
    fetchFailure: 'Failed to export the failed rows',
    exportFailure: 'Failed to export the failed rows',
  });
  const exportRows = () =>
    void run(
      () => api<RejectedRowsView>(`/api/wells/mass-upload/${encodeURIComponent(uploadId)}/rejected-rows`),
      (view) => saveRejectedRows(`wells_rejected_${today}.csv`, view),
    );
  return { exportRows, pending };
}

function saveRejectedRows(fileName: string, { header, rows }: RejectedRowsView): void {
  // A corrected file still has the reasons from the previous upload.
  const isOld = header.map((title) => title.trim().toLowerCase() === REASON);
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), header.length);
  const positions = Array.from({ length: width }, (_, position) => position).filter(
    (position) => !isOld[position],
  );
  saveCsvTable(fileName, [...positions.map((position) => header[position] ?? ''), REASON], rows, (row) => [
    ...positions.map((position) => row.cells[position]),
    row.error,
  ]);
}
