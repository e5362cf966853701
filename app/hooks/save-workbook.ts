import type { WorkbookRequest } from '~/domain/reports/workbook-request';
import { saveFile } from '~/hooks/csv-file';
import { MissingCodeError } from './missing-code';

/**
 * Builds a workbook off the main thread, because a report may have 100,000 rows, and downloads it.
 * @throws Error when it could not be written
 */
export async function saveWorkbook(fileName: string, request: WorkbookRequest): Promise<void> {
  const { default: WorkbookWorker } = await import('./workbook-worker?worker');
  const worker = new WorkbookWorker();
  try {
    const file = await new Promise<Blob>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Blob | null>) =>
        data ? resolve(data) : reject(new Error('The workbook could not be written'));
      // Errors inside the worker arrive as null, so this one means its script failed to load.
      worker.onerror = () => reject(new MissingCodeError('The worker could not be loaded'));
      worker.postMessage(request);
    });
    saveFile(fileName, file);
  } finally {
    worker.terminate();
  }
}
