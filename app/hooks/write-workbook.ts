import writeExcelFile, { type Cell, type Feature, type SheetData } from 'write-excel-file/universal';
import { formulaResults } from '~/domain/files/formula-results';
import type { FigureFormat, WorkbookCell, WorkbookFormula, WorkbookSheet } from '~/domain/files/workbook';

const FORMATS: Record<FigureFormat, string> = {
  amount: '#,##0.00_);(#,##0.00)',
  percent: '0.00########%',
  // With only optional decimals, `0.##`, a spreadsheet shows the decimal point of a whole number: "25.".
  number: 'General',
};

/**
 * Writes the sheets as an XLSX file. Formulas include their results, for viewers that don't calculate: email previews, phones, and Excel
 * before the user clicks Enable Editing. Programs that calculate do so when they open the file.
 * @throws Error when a sheet has more rows than a file can
 */
export function writeWorkbook(sheets: readonly WorkbookSheet[]): Promise<Blob> {
  const files = sheets.map(({ name, widths, headRows, rows }) => ({
    sheet: sheetName(name),
    data: rows.map((row) => row.map(toCell)) satisfies SheetData,
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: headRows,
  }));
  return writeExcelFile(files, { features: [withFormulaResults(sheets), withPageSetup(sheets)] }).toBlob();
}

/** Adds the formula results, which the library doesn't write. */
function withFormulaResults(sheets: readonly WorkbookSheet[]): Feature<Blob> {
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
              // A division by zero has no result.
              return Number.isFinite(result) ? `</f><v>${result}</v>` : '</f>';
            });
          },
        },
      },
    },
  };
}

/** Sets no paper size, so the printer uses its own: A4 or Letter. */
const PAGE = '<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>';
/** Excel repairs a file with a longer footer. */
const MAX_FOOTER_CHARACTERS = 200;

/**
 * Print layout: each sheet is as wide as the page, each page repeats the table headings, and the footer shows the company, what the sheet
 * covers, and the page number of the total.
 */
function withPageSetup(sheets: readonly WorkbookSheet[]): Feature<Blob> {
  const titles = sheets.map(({ name, headRows }, index) => {
    const sheet = sheetName(name).replaceAll("'", "''");
    return headRows === 0
      ? ''
      : `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${escapeXml(`'${sheet}'!$${headRows}:$${headRows}`)}</definedName>`;
  });
  return {
    files: {
      transform: {
        'xl/workbook.xml': {
          transform: (xml) =>
            xml.replace('<definedNames/>', () => `<definedNames>${titles.join('')}</definedNames>`),
        },
        'xl/worksheets/sheet{id}.xml': {
          transform: (xml, _options, { sheetIndex }) =>
            xml
              .replace(/<worksheet[^>]*>/, '$&<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
              .replace('</sheetData>', () => `</sheetData>${PAGE}${formatFooter(sheets[sheetIndex]!)}`),
        },
      },
    },
  };
}

/** The first lines of a sheet, as its footer. Ampersands are doubled, because one starts a code there. */
function formatFooter({ rows }: WorkbookSheet): string {
  const lines = rows.slice(0, 3).flatMap(([cell]) => (cell && 'text' in cell ? [cell.text] : []));
  const text = lines.join(' · ').slice(0, MAX_FOOTER_CHARACTERS).replaceAll('&', '&&');
  return `<headerFooter><oddFooter>${escapeXml(`&L${text}&R&P / &N`)}</oddFooter></headerFooter>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function sheetName(name: string): string {
  return name.replace(/[[\]:*?/\\]/g, ' ');
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
  if ('instant' in cell) return { value: new Date(cell.instant), type: Date, format: 'yyyy-mm-dd hh:mm:ss' };
  const format = FORMATS[cell.format];
  if ('formula' in cell) {
    return {
      // The equals sign is only for typing. In the file, it isn't part of the formula.
      value: cell.formula.slice(1),
      type: 'Formula',
      format,
      ...(cell.isStrong && { fontWeight: 'bold' as const }),
    };
  }
  const value = Number(cell.figure);
  return { value: cell.format === 'percent' ? value / 100 : value, type: Number, format };
}
