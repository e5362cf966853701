import { buildWorkbook, type WorkbookRequest } from '~/domain/reports/workbook-request';
import { writeWorkbook } from './write-workbook';

/** Posts back the requested file, or null when it could not be written. */
self.onmessage = async ({ data }: MessageEvent<WorkbookRequest>) => {
  self.postMessage(await write(data).catch(() => null));
};

async function write(request: WorkbookRequest): Promise<Blob> {
  return writeWorkbook(buildWorkbook(request));
}
