import writeExcelFile, { type Cell, type SheetData } from 'write-excel-file/universal';
import type { FigureFormat, WorkbookCell, WorkbookSheet } from '~/domain/files/workbook';

const FORMATS: Record<FigureFormat, string> = {
  amount: '#,##0.00_);(#,##0.00)',
  percent: '0.00########%',
  number: '0.############',
};

/**
 * An XLSX file of the sheets. Formulas are written without their results, so every program that opens the file computes them.
 * @throws Error when a sheet has more rows than a file can
 */
export function writeWorkbook(sheets: readonly WorkbookSheet[]): Promise<Blob> {
  const files = sheets.map(({ name, widths, headRows, rows }) => ({
    sheet: name.replace(/[[\]:*?/\\]/g, ' '),
    data: rows.map((row) => row.map(toCell)) satisfies SheetData,
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: headRows,
  }));
  return writeExcelFile(files).toBlob();
}

function toCell(cell: WorkbookCell): Cell {
  if (cell === null || ('text' in cell && cell.text === '')) return null;
  if ('text' in cell) {
    return { value: cell.text, type: String, ...(cell.isStrong && { fontWeight: 'bold' as const }) };
  }
  if ('date' in cell) return { value: new Date(`${cell.date}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' };
  const format = FORMATS[cell.format];
  if ('formula' in cell) {
    return {
      value: cell.formula,
      type: 'Formula',
      format,
      ...(cell.isStrong && { fontWeight: 'bold' as const }),
    };
  }
  const value = Number(cell.figure);
  return { value: cell.format === 'percent' ? value / 100 : value, type: Number, format };
}
