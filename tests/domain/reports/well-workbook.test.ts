import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { getMovementName } from '~/components/books/posting-names';
import { wellWorkbook } from '~/domain/reports/well-workbook';
import { writeWorkbook } from '~/hooks/write-workbook';

const MOVEMENT = {
  effectiveOn: '2026-01-31',
  postingId: '7',
  kind: getMovementName({ kind: 'accreted', postingKind: 'accretion' }),
  layerNumber: 1,
  liability: '180.47',
  asset: '0.00',
  cash: '0.00',
  result: '-180.47',
  liabilityBalance: '27251.37',
  arcNet: '27070.90',
  memo: null,
  by: 'Avery Accountant',
  createdAt: '2026-02-01T23:59:59.999Z',
};

describe('the ledger of a well’s workbook', () => {
  it('shows for each movement what it reversed, who posted it and when', async () => {
    const reversal = {
      ...MOVEMENT,
      postingId: '8',
      kind: getMovementName({ kind: 'accreted', postingKind: 'reversal' }),
      liability: '-180.47',
      by: 'System',
    };
    const [, , ledger] = wellWorkbook({
      heading: ['A-1'],
      layers: [],
      accretions: [],
      movements: [MOVEMENT, reversal],
    });
    const [headings, ...rows] = ledger!.rows.slice(2);
    const column = (header: string) => {
      const at = headings!.findIndex((cell) => cell && 'text' in cell && cell.text === header);
      return rows.slice(0, 2).map((row) => row[at]);
    };
    expect(column('Movement')).toEqual([{ text: 'Accretion' }, { text: 'Accretion reversed' }]);
    expect(column('By')).toEqual([{ text: 'Avery Accountant' }, { text: 'System' }]);
    expect(column('Posted On (UTC)')).toEqual([{ date: '2026-02-01' }, { date: '2026-02-01' }]);
    // As written to the file: a whole number has no decimal point.
    const file = unzipSync(new Uint8Array(await (await writeWorkbook([ledger!])).arrayBuffer()));
    const codes = [...strFromU8(file['xl/styles.xml']!).matchAll(/formatCode="([^"]*)"/g)].map(
      ([, code]) => code!,
    );
    expect(codes).toContain('General');
    expect(codes.filter((code) => /\.#+$/.test(code))).toEqual([]);
    expect(column('Layer')).toEqual([1, 1].map((layer) => ({ figure: String(layer), format: 'number' })));
  });
});
