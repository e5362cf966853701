import { describe, expect, it } from 'vitest';
import type { JournalRow } from '~/domain/books/journal';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  postingsOf,
  reversePosting,
  rollforward,
} from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import { readCsvRows } from '../../support/pages';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

/** Worth its cost, accretes 1% per month. */
const LAYER = { discountRate: 12, inflationRate: 12, calculationDate: '2025-12-31' };

const journal = async (client: SignedIn, beginDate: string, endDate: string): Promise<JournalRow[]> =>
  bodyOf(await client.get(`/api/reports/journal-entries?beginDate=${beginDate}&endDate=${endDate}`));
const entries = (rows: JournalRow[]) =>
  rows.map((row) => [row.voucherNumber, row.mainAccount, row.netValue].join(' '));

/** A well of 100,000.00 and a decrease of 20,000.00 on January 1, 2026, accreted through January and February. */
async function companyWithDecrease() {
  const { client, company } = await signInToNewCompany();
  const well = await addWell(client, { wellCode: 'A-1' });
  await addLayer(client, well.id, LAYER);
  await addLayer(client, well.id, {
    ...LAYER,
    layerType: 'additional',
    pAndACost: 80_000,
    calculationDate: '2026-01-01',
  });
  await accreteThrough(client, '2026-01-31');
  await accreteThrough(client, '2026-02-28');
  return { client, company, well };
}

describe('a reversal in the rollforward', () => {
  it('is negative in the column of what it reverses, on its own day', async () => {
    const { client } = await companyWithDecrease();
    const [before] = await rollforward(client, '2026-02-01', '2026-02-28');
    expect(before).toMatchObject({ additions: '0.00', reductions: '0.00' });
    await close(client, '2026-01-31');
    // The decrease and its accretion: January is closed, so all of it is reversed on February 1 or later.
    const [decrease] = await postingsOf(client, 'kind=calculation');
    expect(decrease!.totals.liability).toBe('-20000.00');
    await bodyOf(await reversePosting(client, decrease!.id, { includeLater: true }), 201);
    const [january] = await rollforward(client, '2026-01-01', '2026-01-31');
    expect(january).toMatchObject({ beginningBalance: '100000.00', reductions: '20000.00' });
    const [february] = await rollforward(client, '2026-02-01', '2026-02-28');
    expect(february).toMatchObject({
      beginningBalance: january!.endingBalance,
      additions: '0.00',
      reductions: '-20000.00',
    });
    // January's accretion is reversed in February, and February's on its own day.
    expect(Number(february!.accretion)).toBeLessThan(0);
    expect(february!.endingBalance).toMatch(/^10003/);
    await expectBooksToCheck(client);

    // A reversed layer lowers the additions.
    const [initial] = (await postingsOf(client, 'kind=calculation')).slice(-1);
    await bodyOf(await reversePosting(client, initial!.id, { includeLater: true }), 201);
    const [empty] = await rollforward(client, '2026-02-01', '2026-02-28');
    expect(empty).toMatchObject({ additions: '-100000.00', reductions: '-20000.00', endingBalance: '0.00' });
  });

  it('nets to zero if both are within the dates', async () => {
    const { client } = await companyWithDecrease();
    const [initial] = (await postingsOf(client, 'kind=calculation')).slice(-1);
    await bodyOf(await reversePosting(client, initial!.id, { includeLater: true }), 201);
    for (const [begin, end] of [
      ['2025-01-01', '2026-12-31'],
      ['2026-01-01', '2026-01-31'],
    ] as const) {
      const [row] = await rollforward(client, begin, end);
      expect(row).toMatchObject({
        beginningBalance: '0.00',
        additions: '0.00',
        accretion: '0.00',
        reductions: '0.00',
        endingBalance: '0.00',
      });
    }
  });
});

describe('an imported balance', () => {
  it('is in the beginning of the rollforward and in no journal; its reversal is a reduction', async () => {
    const { client, company } = await signInToNewCompany();
    const row = { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A', currentAroValue: '30000' };
    await upload(client, company.id, [row], { asOf: '2022-06-30' });
    const year = ['2022-01-01', '2022-12-31'] as const;
    expect(await rollforward(client, ...year)).toMatchObject([
      { beginningBalance: '30000.00', additions: '0.00', reductions: '0.00', endingBalance: '30000.00' },
    ]);
    expect(await rollforward(client, '2022-01-01', '2022-06-29')).toEqual([]);
    const [opening] = await postingsOf(client, 'kind=opening');
    await bodyOf(await reversePosting(client, opening!.id, { date: '2022-08-01' }), 201);
    expect(await rollforward(client, ...year)).toMatchObject([
      { beginningBalance: '30000.00', additions: '0.00', reductions: '30000.00', endingBalance: '0.00' },
    ]);
    expect(await journal(client, ...year)).toEqual([]);
    const overview = await bodyOf<{ totalLayers: number }>(await client.get('/api/reports/overview'));
    expect(overview.totalLayers).toBe(0);
  });

  it('is in the beginning of the ARC rollforward, which still chains after a later reversal', async () => {
    const { client, company } = await signInToNewCompany();
    const brought = { currentAroValue: '30000', arcCost: '25000', arcAccumulated: '4000' };
    await upload(client, company.id, [{ ...WELL_ROW, ...LAYER_ROW, wellCode: 'A', ...brought }], {
      asOf: '2022-06-30',
    });
    const [opening] = await postingsOf(client, 'kind=opening');
    await bodyOf(await reversePosting(client, opening!.id, { date: '2022-08-01' }), 201);
    const arc = async (beginDate: string, endDate: string) => {
      const query = `beginDate=${beginDate}&endDate=${endDate}&by=well`;
      return (await bodyOf<object[]>(await client.get(`/api/reports/arc-rollforward?${query}`)))[0];
    };
    const begun = { beginningCost: '25000.00', beginningAccumulated: '-4000.00' };
    const ended = { endingCost: '0.00', endingAccumulated: '0.00' };
    const reduced = { retired: '-25000.00', accumulatedRetired: '4000.00' };
    expect(await arc('2022-07-01', '2022-07-31')).toMatchObject({ ...begun, endingNet: '21000.00' });
    expect(await arc('2022-08-01', '2022-08-31')).toMatchObject({ ...begun, ...reduced, ...ended });
    expect(await arc('2022-01-01', '2022-12-31')).toMatchObject({ ...begun, ...reduced, ...ended });
  });
});

describe('a reversal in the journal', () => {
  it('has swapped sides and a separate voucher', async () => {
    const { client } = await signInToNewCompany();
    const { id } = await addWell(client, { wellCode: 'A-1' });
    await addLayer(client, id, LAYER);
    await accreteThrough(client, '2026-01-31');
    const [calculation] = await postingsOf(client, 'kind=calculation');
    await bodyOf(
      await reversePosting(client, calculation!.id, { date: '2026-02-10', includeLater: true }),
      201,
    );
    await addLayer(client, id, { ...LAYER, pAndACost: 50_000, calculationDate: '2026-02-10' });
    const rows = await journal(client, '2026-01-01', '2026-12-31');
    expect(entries(rows)).toEqual([
      'ARO-A-20260131 6800 1000.00',
      'ARO-A-20260131 2400 -1000.00',
      'ARO-L-20260210 1800 50000.00',
      'ARO-L-20260210 2400 -50000.00',
      'ARO-LR-20260210 2400 100000.00',
      'ARO-LR-20260210 1800 -100000.00',
      'ARO-AR-20260210 2400 1000.00',
      'ARO-AR-20260210 6800 -1000.00',
    ]);
    expect(rows.map((row) => row.detailDescription).filter((_, index) => index % 2 === 0)).toEqual([
      'ARO layer 1 (initial), accretion for 2026-01',
      'ARO layer 2 (initial)',
      'Reversal of ARO layer 1 (initial)',
      'Reversal of ARO layer 1 (initial), accretion for 2026-01',
    ]);
    expect(rows[4]).toMatchObject({
      voucherDescription: 'Reversal of ARO layers on 2026-02-10',
      referenceNumber: 'A-1-L1-202602',
    });
  });

  it('shows postings on a deleted well and their reversal, unlike any other report', async () => {
    const { client } = await signInToNewCompany();
    const gone = await addWell(client, { wellCode: 'A-1' });
    await addLayer(client, gone.id, LAYER);
    expect((await client.delete(`/api/wells/${gone.id}`)).status).toBe(204);
    const again = await addWell(client, { wellCode: 'a-1' });
    await addLayer(client, again.id, { ...LAYER, pAndACost: 50_000 });
    expect(entries(await journal(client, '2025-01-01', '2025-12-31'))).toEqual([
      'ARO-L-20251231 1800 100000.00',
      'ARO-L-20251231 2400 -100000.00',
      'ARO-L-20251231 1800 50000.00',
      'ARO-L-20251231 2400 -50000.00',
      'ARO-LR-20251231 2400 100000.00',
      'ARO-LR-20251231 1800 -100000.00',
    ]);
    expect(await rollforward(client, '2025-01-01', '2025-12-31')).toMatchObject([
      { wellCode: 'a-1', additions: '50000.00', endingBalance: '50000.00' },
    ]);
    const overview = await bodyOf<object>(await client.get('/api/reports/overview'));
    expect(overview).toMatchObject({ totalWells: 1, totalLayers: 1, totalCurrentAro: '50000.00' });
  });
});

describe('reports as CSV files', () => {
  it('contain the rows of the API, byte for byte as the browser wrote them', async () => {
    const { client } = await companyWithDecrease();
    const days = 'beginDate=2026-01-01&endDate=2026-02-28';
    for (const [report, name] of [
      ['aro-rollforward', 'aro-rollforward-2026-01-01-to-2026-02-28.csv'],
      ['journal-entries', 'aro-journal-entries-2026-01-01-to-2026-02-28.csv'],
    ]) {
      const path = `/api/reports/${report}?${days}`;
      const rows = await bodyOf<Record<string, string>[]>(await client.get(path));
      const response = await client.get(`${path}&format=csv`);
      expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${name}"`);
      // The well id is only for programs.
      expect(await readCsvRows(response)).toEqual(rows.map(({ wellId: _, ...row }) => row));
      expect(await bodyOf(await client.get(`${path}&format=json`))).toEqual(rows);
      expect((await client.get(`${path}&format=xls`)).status).toBe(400);
    }
    const file = await client.get(`/api/reports/aro-rollforward?${days}&format=csv`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    expect(text.split('\r\n')).toEqual([
      '\uFEFFwellCode,wellName,field,beginningBalance,additions,accretion,reductions,endingBalance',
      expect.stringMatching(/^A-1,Well \d+,OSELVAR,100000\.00,0\.00,\d+\.\d\d,20000\.00,\d+\.\d\d$/),
      '',
    ]);
  });

  it('contain only their header if there is nothing to report', async () => {
    const { client } = await signInToNewCompany();
    for (const report of ['aro-rollforward', 'journal-entries']) {
      const path = `/api/reports/${report}?beginDate=2026-01-01&endDate=2026-01-31&format=csv`;
      const response = await client.get(path);
      expect((await response.text()).trimEnd().split('\r\n')).toHaveLength(1);
    }
  });
});
