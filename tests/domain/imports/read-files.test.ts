import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { openTextFile } from '~/components/files/read-text-file';
import { openWorkbook } from '~/components/files/read-workbook';

const CSV = 'Well;Felt\r\nA-1;Ørsted – Süd\r\nA-2;Łódź\r\n';
const ROWS = [
  ['Well', 'Felt'],
  ['A-1', 'Ørsted – Süd'],
];

const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};

async function workbookOf(rows: (string | number)[][], sheet = 'ARO'): Promise<Uint8Array<ArrayBuffer>> {
  const data = rows.map((cells) =>
    cells.map((value) => (typeof value === 'number' ? { value, type: Number } : { value, type: String })),
  );
  return new Uint8Array(await writeExcelFile([{ sheet, data }]).toBuffer());
}

/** The workbook with one part changed. */
function changed(bytes: Uint8Array, part: string, change: (text: string) => string): Uint8Array<ArrayBuffer> {
  const parts = unzipSync(bytes);
  parts[part] = strToU8(change(new TextDecoder().decode(parts[part])));
  return zipSync(parts) as Uint8Array<ArrayBuffer>;
}

describe('a web page or XML file that Excel opens as a table', () => {
  it.each([
    [
      'a web page',
      '\uFEFF\r\n<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>Well</td></tr></table></html>',
    ],
    ['a table of one', '<TABLE border="1"><tr><td>Well</td></tr></TABLE>'],
    ['XML', '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'],
  ])('%s is refused with a message', (_, text) => {
    expect(() => openTextFile(new TextEncoder().encode(text))).toThrow('This file is a web page or XML');
  });

  it('is not confused with text whose first title is in angle brackets', async () => {
    const { rows } = await openTextFile(new TextEncoder().encode('<Well>,Field\nA-1,North\n')).readAll();
    expect(rows[0]).toEqual(['<Well>', 'Field']);
  });
});

describe('a text file as saved by Excel on Windows', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode(CSV)],
    ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${CSV}`)],
    ['UTF-16 with a mark, little end first', utf16(CSV, false)],
    ['UTF-16 with a mark, big end first', utf16(CSV, true)],
    ['UTF-16, separated by tabs', utf16(CSV.replaceAll(';', '\t'), false)],
  ])('in %s is read without assumptions', async (_, bytes) => {
    const { rows, notes } = await openTextFile(bytes).readAll();
    expect(rows).toEqual([...ROWS, ['A-2', 'Łódź']]);
    expect(notes.encoding).toBeNull();
  });

  it('in Windows-1252, which has no byte order mark, is read as such, with a note', async () => {
    const text = 'Well\tFelt\r\nA-1\tØrsted \x96 Süd\r\n';
    const bytes = new Uint8Array(Buffer.from(text, 'latin1'));
    const { rows, notes } = await openTextFile(bytes).readAll();
    expect(rows).toEqual(ROWS);
    expect(notes.encoding).toBe('Windows-1252');
  });

  it.each([
    [
      'two figures a row',
      'Demo Oil ASA\r\nWell;Name;Cost;Rate\r\nA-1;x;1.234,56;8,5\r\nA-2;y;1.234,56;8,5\r\n',
      4,
    ],
    ['a figure alone', 'Demo Oil ASA\r\nWell;Cost\r\nA-1;1.234,56\r\nA-2;7.890,12\r\n', 2],
    ['a title with a comma', 'Demo Oil, ASA\r\nWell;Field;Cost\r\nA-1;F;1.234,56\r\nA-2;F;1,5\r\n', 3],
    ['notes with semicolons', 'Well,Note\r\nA-1,a; b\r\nA-2,c; d\r\nA-3,e\r\n', 2],
  ])('is split by the separator of its titles, not at decimal commas: %s', async (_, text, cells) => {
    const { rows } = await openTextFile(new TextEncoder().encode(text)).readAll();
    expect(rows.at(-1)).toHaveLength(cells);
  });

  it('has one row per line, whatever the line endings', async () => {
    const text = 'Well;Felt\nA-1;x\r\nA-2;"y\r\nz"\rA-3;\r\n';
    const reader = openTextFile(new TextEncoder().encode(text));
    const rows = [
      ['Well', 'Felt'],
      ['A-1', 'x'],
      ['A-2', 'y\nz'],
      ['A-3', ''],
    ];
    expect((await reader.readAll()).rows).toEqual(rows);
    expect((await reader.readHead(3))?.rows).toEqual(rows.slice(0, 3));
  });

  it('is previewed with exactly its first rows', async () => {
    const lines = Array.from({ length: 500 }, (_, at) => `A-${at};"x;${at}"`);
    const reader = openTextFile(new TextEncoder().encode(['Well;Felt', ...lines].join('\n')));
    const { rows } = await reader.readAll();
    expect(rows).toHaveLength(501);
    expect((await reader.readHead(200))?.rows).toEqual(rows.slice(0, 200));
    expect(await reader.readHead(900)).toBeNull();
  });
});

describe('a workbook', () => {
  it('is previewed with exactly its first rows, whatever strings they reference', async () => {
    const rows = Array.from({ length: 700 }, (_, at) => [
      `A-${at}`,
      at % 3 === 0 ? 'same' : `text ${at}`,
      at / 8,
    ]);
    const reader = openWorkbook(await workbookOf([['Well', 'Felt', 'Cost'], ...rows]), null);
    const whole = await reader.readAll();
    const head = await reader.readHead(200);
    expect(whole.rows).toHaveLength(701);
    expect(head?.rows).toEqual(whole.rows.slice(0, 200));
    expect(head).toMatchObject({ sheet: 'ARO', sheets: ['ARO'] });
    expect(await reader.readHead(702)).toBeNull();
  });

  it.each([
    ['1900', (text: string) => text, '2027-06-30'],
    ['1904', (text: string) => text.replace(/<workbookPr\b/, '<workbookPr date1904="1"'), '2031-07-01'],
    [
      '1904, as LibreOffice has it',
      (text: string) => text.replace(/<workbookPr\b/, '<workbookPr date1904="true"'),
      '2031-07-01',
    ],
  ])('with the %s date system shows the displayed days', async (_, epoch, day) => {
    const data = [
      [{ value: 'Date', type: String }],
      [{ value: new Date('2027-06-30T00:00:00Z'), type: Date, format: 'm/d/yyyy' }],
    ];
    const bytes = new Uint8Array(await writeExcelFile([{ sheet: 'ARO', data }]).toBuffer());
    const { rows } = await openWorkbook(changed(bytes, 'xl/workbook.xml', epoch), null).readAll();
    expect(rows[1]).toEqual([day]);
  });

  it('keeps the zeros and dashes of a number format used for codes', async () => {
    const cell = (value: number, format: string) => ({ value, type: Number, format });
    const data = [
      [{ value: 'Well', type: String }],
      [cell(123, '0000000'), cell(4212345678, '00-000-00000'), cell(301, '00\\/000')],
      // More digits than the format has, and formats of amounts and rates.
      [cell(12345678, '0000000'), cell(1234.5, '#,##0.00'), cell(0.08, '0.00%'), cell(7, '0')],
    ];
    const bytes = new Uint8Array(await writeExcelFile([{ sheet: 'ARO', data }]).toBuffer());
    const { rows } = await openWorkbook(bytes, null).readAll();
    expect(rows.slice(1)).toEqual([
      ['0000123', '42-123-45678', '00/301', ''],
      ['12345678', '1234.5', '8%', '7'],
    ]);
  });

  it('reports hidden rows, merged cells and errors, and shows an error in its cell', async () => {
    const bytes = await workbookOf([
      ['Well', 'Cost'],
      ['A-1', 5],
      ['A-2', 6],
    ]);
    const marked = changed(bytes, 'xl/worksheets/sheet1.xml', (text) =>
      text
        .replace(/<row r="3"/, '<row r="3" hidden="1"')
        .replace(/<c r="B2"[^>]*>.*?<\/c>/, '<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>')
        .replace('</sheetData>', '</sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>'),
    );
    const { rows, notes } = await openWorkbook(marked, null).readAll();
    expect(rows[1]).toEqual(['A-1', '#DIV/0!']);
    expect(notes).toMatchObject({ hiddenRows: [3], merges: 1, errors: 1, formulas: 1 });
  });

  it('shows its first rows if it is damaged further down, and is refused when read in full', async () => {
    const rows = Array.from({ length: 400 }, (_, at) => [`A-${at}`, at]);
    const bytes = changed(await workbookOf(rows), 'xl/worksheets/sheet1.xml', (text) =>
      text.replace('<row r="300"', '<row r="300'),
    );
    const reader = openWorkbook(bytes, null);
    expect((await reader.readHead(200))?.rows).toHaveLength(200);
    await expect(reader.readAll()).rejects.toThrow(/can’t be read|damaged/);
  });
});
