import type { WorkbookSheet } from '~/domain/files/workbook';
import { type WellWorkbook, wellWorkbook } from './layer-workbook';
import { type ReportWorkbook, reportWorkbook } from './report-workbook';

/** What a workbook is made of: plain data, for the worker that makes it. */
export type WorkbookRequest = ({ kind: 'report' } & ReportWorkbook) | ({ kind: 'well' } & WellWorkbook);

/** The sheets of a workbook. */
export function workbookOf(request: WorkbookRequest): WorkbookSheet[] {
  return request.kind === 'report' ? reportWorkbook(request) : wellWorkbook(request);
}
