import { strToU8, zipSync } from 'fflate';

/** A cell as Excel stores it: text as an index into the shared strings, everything else as a number with a display style. */
export type ExcelCell =
  | string
  | number
  | null
  | { day: string }
  | { month: string }
  | { percent: number }
  | { amount: number }
  | { formula: string; value: number | string };

export type ExcelSheet = {
  name: string;
  isHidden?: boolean;
  rows: ExcelCell[][];
  /** Counted from 1. */
  hiddenRows?: number[];
  hiddenColumns?: number[];
  merges?: string[];
};

const FORMATS = ['mm-dd-yy', 'mmm\\-yy', '0.00%', '#,##0.00_);\\(#,##0.00\\)'];
const STYLE = { general: 0, day: 1, month: 2, percent: 3, amount: 4 };
const MS_PER_DAY = 86_400_000;
/** Empty formatted rows below the data, as left by deleting the contents of rows. */
const TRAILING_ROWS = 20;

/** A workbook with the parts, styles and leftovers of one saved by Excel, which workbook libraries leave out. */
export function excelWorkbook(
  sheets: readonly ExcelSheet[],
  { date1904 = false }: { date1904?: boolean } = {},
): Uint8Array<ArrayBuffer> {
  const strings = new Map<string, number>();
  const parts: Record<string, string> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/workbook.xml': `${HEAD}<workbook ${MAIN} xmlns:r="${RELATIONS}"><workbookPr${date1904 ? ' date1904="1"' : ''} defaultThemeVersion="166925"/><sheets>${sheets
      .map(
        ({ name, isHidden }, at) =>
          `<sheet name="${escaped(name)}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/styles.xml': `${HEAD}<styleSheet ${MAIN}><numFmts count="${FORMATS.length}">${FORMATS.map(
      (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`,
    ).join(
      '',
    )}</numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0"/>${FORMATS.map(
      (_, at) => `<xf numFmtId="${164 + at}" xfId="0" applyNumberFormat="1"/>`,
    ).join('')}</cellXfs></styleSheet>`,
  };
  for (const [at, sheet] of sheets.entries()) {
    parts[`xl/worksheets/sheet${at + 1}.xml`] = sheetXml(sheet, strings, date1904);
  }
  parts['xl/sharedStrings.xml'] =
    `${HEAD}<sst ${MAIN} count="${strings.size}" uniqueCount="${strings.size}">${[...strings.keys()]
      .map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
      .join('')}</sst>`;
  const files = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
  return zipSync(Object.fromEntries(files)) as Uint8Array<ArrayBuffer>;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function relations(targets: readonly (readonly [string, string])[]): string {
  const items = targets.map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`;
}

function sheetXml(
  { rows, hiddenRows = [], hiddenColumns = [], merges = [] }: ExcelSheet,
  strings: Map<string, number>,
  date1904: boolean,
): string {
  const cols = hiddenColumns.map((at) => `<col min="${at}" max="${at}" width="0" hidden="1"/>`).join('');
  const lines = rows.map((cells, at) => {
    const row = at + 1;
    const inner = cells.map((cell, column) => cellXml(cell, `${letter(column)}${row}`, strings, date1904));
    return `<row r="${row}" spans="1:${cells.length}"${hiddenRows.includes(row) ? ' hidden="1"' : ''}>${inner.join('')}</row>`;
  });
  const trailing =
    rows.length === 0
      ? []
      : Array.from({ length: TRAILING_ROWS }, (_, at) => {
          const row = rows.length + at + 1;
          return `<row r="${row}" s="4" customFormat="1"><c r="A${row}" s="4"/><c r="C${row}" s="4"/></row>`;
        });
  const merged = merges.map((range) => `<mergeCell ref="${range}"/>`).join('');
  return `${HEAD}<worksheet ${MAIN}><dimension ref="A1"/>${cols && `<cols>${cols}</cols>`}<sheetData>${[...lines, ...trailing].join('')}</sheetData>${
    merged && `<mergeCells count="${merges.length}">${merged}</mergeCells>`
  }</worksheet>`;
}

function cellXml(cell: ExcelCell, place: string, strings: Map<string, number>, date1904: boolean): string {
  if (cell === null) return `<c r="${place}" s="${STYLE.amount}"/>`;
  if (typeof cell === 'string') {
    if (!strings.has(cell)) strings.set(cell, strings.size);
    return `<c r="${place}" t="s"><v>${strings.get(cell)}</v></c>`;
  }
  if (typeof cell === 'number') return numberXml(place, 'general', cell);
  if ('day' in cell) return numberXml(place, 'day', serialOf(cell.day, date1904));
  if ('month' in cell) return numberXml(place, 'month', serialOf(`${cell.month}-01`, date1904));
  if ('percent' in cell) return numberXml(place, 'percent', cell.percent);
  if ('amount' in cell) return numberXml(place, 'amount', cell.amount);
  const type = typeof cell.value === 'string' ? ' t="str"' : '';
  return `<c r="${place}" s="${STYLE.amount}"${type}><f>${escaped(cell.formula)}</f><v>${cell.value}</v></c>`;
}

function numberXml(place: string, style: keyof typeof STYLE, value: number): string {
  return `<c r="${place}" s="${STYLE[style]}"><v>${value}</v></c>`;
}

function serialOf(day: string, date1904: boolean): number {
  const first = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const serial = (Date.parse(`${day}T00:00:00Z`) - first) / MS_PER_DAY;
  // Excel counts a nonexistent February 29, 1900.
  return !date1904 && day < '1900-03-01' ? serial - 1 : serial;
}

function letter(column: number): string {
  return String.fromCharCode(65 + column);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
