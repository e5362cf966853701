import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openArchive, unpack } from '~/components/files/check-archive';
import { cellKey, numberStylesOf, scanSheet, sheetsOf } from '~/components/files/scan-sheet';

const SHEET = 'xl/worksheets/sheet1.xml';

function workbook(sheet: string, more: Record<string, Uint8Array> = {}): Uint8Array {
  return zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/workbook.xml': strToU8(
      '<workbook><sheets><sheet name="A &amp; B" sheetId="1" r:id="rId1"/><sheet name="Old" state="hidden" r:id="rId2"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    ),
    'xl/styles.xml': strToU8(
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.00%"/><numFmt numFmtId="165" formatCode="&quot;%&quot;0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/></cellXfs></styleSheet>',
    ),
    [SHEET]: strToU8(sheet),
    'xl/worksheets/sheet2.xml': strToU8('<worksheet/>'),
    ...more,
  });
}

const scan = (sheet: string) => {
  const archive = openArchive(workbook(sheet));
  return scanSheet(archive, SHEET, numberStylesOf(archive));
};
const row = (cells: string, attributes = 'r="1"') =>
  `<worksheet><sheetData><row ${attributes}>${cells}</row></sheetData></worksheet>`;

describe('a workbook', () => {
  it('is opened with its sheets, with hidden ones marked', () => {
    expect(sheetsOf(openArchive(workbook(row(''))))).toEqual([
      { name: 'A & B', path: SHEET, isHidden: false },
      { name: 'Old', path: 'xl/worksheets/sheet2.xml', isHidden: true },
    ]);
  });

  it('is refused with a message if it has a password or macros, or is outdated, encrypted, truncated or not a workbook', () => {
    const ole = (text: string) =>
      new Uint8Array([...Buffer.from('d0cf11e0a1b11ae1', 'hex'), ...Buffer.from(text, 'utf16le')]);
    expect(() => openArchive(ole('EncryptedPackage'))).toThrow(/protected with a password/);
    expect(() => openArchive(ole('Workbook'))).toThrow(/old Excel workbook/);
    expect(() => openArchive(workbook('', { 'xl/vbaProject.bin': strToU8('x') }))).toThrow(/macros/);
    expect(() => openArchive(workbook('').slice(0, -30))).toThrow(/damaged/);
    expect(() => openArchive(strToU8('PK'))).toThrow(/damaged/);
    expect(() => openArchive(zipSync({ 'a.txt': strToU8('x') }))).toThrow(/isn’t an Excel workbook/);
    const encrypted = workbook('');
    const view = new DataView(encrypted.buffer);
    for (let at = 0; at < encrypted.length - 4; at += 1) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint16(at + 8, 1, true);
    }
    expect(() => openArchive(encrypted)).toThrow(/encrypted/);
  });

  it('is refused before unpacking if it would be too large, and while unpacking if it understates its size', () => {
    const bomb = workbook('', { 'xl/media/x.bin': new Uint8Array(25_000_000) });
    expect(() => openArchive(bomb)).toThrow(/too large to unpack in a browser/);
    const lying = workbook(row('<c r="A1"><v>1</v></c>'.repeat(20_000)));
    const view = new DataView(lying.buffer);
    for (let at = 0; at < lying.length - 4; at += 1) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1_000, true);
    }
    expect(() => unpack(openArchive(lying), SHEET, () => {})).toThrow(/damaged/);
  });

  it('is refused if its parts are damaged', () => {
    const broken = workbook(row('<c r="A1"><v>1</v></c>'.repeat(2_000)));
    for (let at = 400; at < 900; at += 1) broken[at] = broken[at]! ^ 0xff;
    expect(() => {
      const archive = openArchive(broken);
      for (const name of archive.parts.keys()) unpack(archive, name, () => {});
    }).toThrow(/damaged/);
  });
});

describe('a sheet', () => {
  it('reports errors, formulas without a result, percentages, hidden rows and merged cells', () => {
    const found = scan(
      `<worksheet><sheetData><row r="2" hidden="1"><c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="B2"><f>A1</f></c><c r="C2" s="1"><v>0.08</v></c><c r="D2" s="2"><v>5</v></c><c r="E2" s="3"><f>C2</f><v>0.5</v></c><c r="F2"/></row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells></worksheet>`,
    );
    expect([...found.errors]).toEqual([
      [cellKey(2, 0), '#DIV/0!'],
      [cellKey(2, 1), '#N/A'],
    ]);
    expect([...found.percents]).toEqual([cellKey(2, 2), cellKey(2, 4)]);
    expect(found).toMatchObject({ hiddenRows: [2], merges: 1, formulas: 3 });
  });

  it('reads the same wherever its text is split', () => {
    const cells = Array.from({ length: 9_000 }, (_, at) => `<c r="A${at + 1}" t="e"><v>#REF!</v></c>`);
    expect(scan(row(cells.join(''))).errors.size).toBe(9_000);
  });

  it('is refused if it has too many rows or columns', () => {
    expect(() => scan(row('<c r="A1"><v>1</v></c>', 'r="1048576"'))).toThrow(/row 1,048,576/);
    expect(() => scan(row('<c r="XFD1"><v>1</v></c>'))).toThrow(/column XFD/);
    expect(() => scan(row('<c r="A1048576"><v>1</v></c>'))).toThrow(/row 1,048,576/);
  });
});
