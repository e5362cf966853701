import type { WorkbookSheet } from '~/domain/files/workbook';
import { type ComparativeWorkbook, comparativeSheet } from './comparative-workbook';
import { type DetailWorkbook, detailWorkbook } from './detail-workbook';
import { type JournalWorkbook, journalWorkbook } from './journal-workbook';
import { type PackWorkbook, packWorkbook } from './pack-workbook';
import { type ReportWorkbook, reportSheet } from './report-workbook';
import { type WellWorkbook, wellWorkbook } from './well-workbook';

/** Contents of a workbook: plain data, for the worker that builds it. */
export type WorkbookRequest =
  | ({ kind: 'report' } & ReportWorkbook)
  | ({ kind: 'comparative' } & ComparativeWorkbook)
  | ({ kind: 'well' } & WellWorkbook)
  | ({ kind: 'detail' } & DetailWorkbook)
  | ({ kind: 'journal' } & JournalWorkbook)
  | ({ kind: 'pack' } & PackWorkbook);

/** Builds the sheets of a workbook. */
export function buildWorkbook(request: WorkbookRequest): WorkbookSheet[] {
  switch (request.kind) {
    case 'report':
      return [reportSheet(request)];
    case 'comparative':
      return [comparativeSheet(request)];
    case 'well':
      return wellWorkbook(request);
    case 'detail':
      return detailWorkbook(request);
    case 'journal':
      return journalWorkbook(request);
    case 'pack':
      return packWorkbook(request);
  }
}
