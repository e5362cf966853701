import type { CsvValue } from '~/domain/files/csv-line';
import {
  type ColumnId,
  csvColumns,
  type ReportGroup,
  type ReportName,
} from '~/domain/reports/report-columns';
import { reportFileName } from '~/domain/reports/report-file-name';
import { csvResponse } from './csv-response.server';

type Search = { format?: 'json' | 'csv' | ''; by?: ReportGroup; only?: string | undefined } & Parameters<
  typeof reportFileName
>[2];

/** A report's rows as JSON, or as a CSV file with `format=csv`. */
export function reportResponse<Report extends ReportName>(
  report: Report,
  rows: readonly Record<ColumnId<Report>, CsvValue>[],
  { format, by, only, ...days }: Search,
): unknown {
  if (format !== 'csv') return rows;
  const columns = csvColumns(report, by);
  const fileName = `${reportFileName(report, { by, part: only }, days)}.csv`;
  return csvResponse(fileName, columns, [[...rows]], (row) => columns.map((column) => row[column]));
}
