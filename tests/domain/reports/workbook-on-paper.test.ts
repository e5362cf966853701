import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { reportSheet } from '~/domain/reports/report-workbook';
import { writeWorkbook } from '~/hooks/write-workbook';

const ROW = {
  postingId: '8',
  actId: '7',
  effectiveOn: '2026-02-01',
  kind: 'reversal',
  source: 'month-end',
  wellCode: 'A-1',
  movements: 1,
  liability: '-180.47',
  reversesId: null,
  reversesOn: null,
  enteredAt: '2026-02-04T11:00:30.000Z',
  approvedAt: null,
};

async function partsOf(heading: readonly string[]): Promise<(name: string) => string> {
  const sheet = reportSheet({ report: 'postings', by: 'total', heading, rows: [ROW] });
  const cover = { name: 'Cover', widths: [10], headRows: 0, rows: [[{ text: 'Cover' }]] };
  const file = await writeWorkbook([cover, sheet]);
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  return (name) => strFromU8(parts[`xl/${name}.xml`]!);
}

describe('a printed workbook', () => {
  it('fits the page width, repeats the headings, and names its owner in the footer', async () => {
    const part = await partsOf(['Posting Register', 'Oil & Gas <Ltd>', 'In 2026', 'Exported']);
    // Only the headings: four lines, a blank one, and the row of column names.
    expect(part('workbook')).toContain(
      `<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="1">'Posting Register'!$6:$6</definedName></definedNames>`,
    );
    const sheet = part('worksheets/sheet2');
    expect(sheet).toMatch(/<worksheet[^>]*><sheetPr><pageSetUpPr fitToPage="1"\/><\/sheetPr><sheetViews>/);
    expect(sheet).toMatch(
      /<\/sheetData><pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"\/><headerFooter><oddFooter>&amp;LPosting Register · Oil &amp;&amp; Gas &lt;Ltd&gt; · In 2026&amp;R&amp;P \/ &amp;N<\/oddFooter><\/headerFooter><\/worksheet>$/,
    );
  });

  it('stores dates and times as sortable date values, numbers as numbers, and leaves blanks empty', async () => {
    const part = await partsOf(['Posting Register']);
    const cell = (place: string) =>
      new RegExp(`<c r="${place}"[^>]*?(?: t="(\\w+)")?>(?:<v>(.*?)</v>)`).exec(part('worksheets/sheet2'));
    expect(cell('A4')!.slice(1)).toEqual([undefined, '8']);
    expect(Number(cell('C4')![2])).toBe(46_054);
    expect(Number(cell('R4')![2])).toBeCloseTo(46_057 + (11 * 3600 + 30) / 86_400, 6);
    expect([cell('O4'), cell('P4')]).toEqual([null, null]);
    expect(part('styles')).toContain('yyyy-mm-dd hh:mm:ss');
    expect(part('sharedStrings')).toContain('Month-end run');
  });
});
