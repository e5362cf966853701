import writeExcelFile, { type Cell, type Feature, type SheetData } from 'write-excel-file/universal';
import { formulaResults } from '~/domain/files/formula-results';
import type { FigureFormat, WorkbookCell, WorkbookFormula, WorkbookSheet } from '~/domain/files/workbook';

const FORMATS: Record<FigureFormat, string> = {
  amount: '#,##0.00_);(#,##0.00)',
  percent: '0.00########%',
  // With optional decimals alone, `0.##`, a spreadsheet shows the point of a whole number: "25.".
  number: 'General',
};

/**
 * An XLSX file of the sheets. Formulas have their results beside them, for what only shows a file: a mail's preview, a telephone, and
 * Excel until its reader has clicked Enable Editing. Programs that compute do so when they open it.
 * @throws Error when a sheet has more rows than a file can
 */
export function writeWorkbook(sheets: readonly WorkbookSheet[]): Promise<Blob> {
  const files = sheets.map(({ name, widths, headRows, rows }) => ({
    sheet: name.replace(/[[\]:*?/\\]/g, ' '),
    data: rows.map((row) => row.map(toCell)) satisfies SheetData,
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: headRows,
  }));
  return writeExcelFile(files, { features: [withResults(sheets)] }).toBlob();
}

/** The library writes formulas alone. */
function withResults(sheets: readonly WorkbookSheet[]): Feature<Blob> {
  const results = formulaResults(sheets);
  return {
    files: {
      transform: {
        'xl/workbook.xml': {
          transformElementAttributes: (name, attributes) =>
            name === 'calcPr' ? { ...attributes, fullCalcOnLoad: '1' } : attributes,
        },
        'xl/worksheets/sheet{id}.xml': {
          transform: (xml, _options, { sheetIndex }) => {
            const formulas = sheets[sheetIndex]!.rows.flat().filter(isFormula).values();
            return xml.replaceAll('</f>', () => {
              const result = results.get(formulas.next().value!);
              // A division by zero has none.
              return Number.isFinite(result) ? `</f><v>${result}</v>` : '</f>';
            });
          },
        },
      },
    },
  };
}

function isFormula(cell: WorkbookCell): cell is WorkbookFormula {
  return cell !== null && 'formula' in cell;
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
      // The equals sign is for typing: in the file it is no part of a formula.
      value: cell.formula.slice(1),
      type: 'Formula',
      format,
      ...(cell.isStrong && { fontWeight: 'bold' as const }),
    };
  }
  const value = Number(cell.figure);
  return { value: cell.format === 'percent' ? value / 100 : value, type: Number, format };
}
