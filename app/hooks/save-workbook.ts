import type { WorkbookRequest } from '~/domain/reports/workbook-request';
import { saveFile } from '~/hooks/csv-file';
import { MissingCodeError } from './missing-code';

/**
 * Makes a workbook off the main thread, for a report may have 100,000 rows, and hands it to the browser as a download.
 * @throws Error when it could not be written
 */
export async function saveWorkbook(fileName: string, request: WorkbookRequest): Promise<void> {
  const { default: WorkbookWorker } = await import('./workbook-worker?worker');
  const worker = new WorkbookWorker();
  try {
    const file = await new Promise<Blob>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Blob | null>) =>
        data ? resolve(data) : reject(new Error('The workbook could not be written'));
      // What is thrown in there comes as null, so this is a file that did not come.
      worker.onerror = () => reject(new MissingCodeError('The worker could not be loaded'));
      worker.postMessage(request);
    });
    saveFile(fileName, file);
  } finally {
    worker.terminate();
  }
}
