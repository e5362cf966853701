import { describe, expect, it } from 'vitest';
import { listSales } from '~/components/well-page/list-sales';
import type { SalePreview } from '~/schemas/books/sale';
import type { WellLedgerView } from '~/schemas/reports/report-views';
import { accreteThrough, bodyOf, layersOf, postingsOf, reversePosting } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

async function ledgerOf(client: SignedIn, wellId: string, query = ''): Promise<WellLedgerView[]> {
  return bodyOf(await client.get(`/api/wells/${wellId}/ledger?${query}`));
}

describe('GET /api/wells/:wellId/ledger', () => {
  it('lists every movement, oldest first, with the balances after it', async () => {
    const { client } = await signInToNewCompany();
    const [well, other] = [await addWell(client), await addWell(client)];
    for (const { id } of [well, other]) await addLayer(client, id, { calculationDate: '2026-01-01' });
    await accreteThrough(client, '2026-01-31');
    const settlement = { date: '2026-01-15', cost: '30000', isFinal: true, memo: 'Rig 7' };
    await bodyOf(await client.post(`/api/wells/${well.id}/settlements`, settlement), 201);
    const rows = await ledgerOf(client, well.id);
    expect(
      rows.map((row) => [row.effectiveOn, row.postingKind, row.kind, row.liability, row.liabilityBalance]),
    ).toEqual([
      ['2026-01-01', 'calculation', 'incurred', '27070.90', '27070.90'],
      ['2026-01-15', 'accretion', 'accreted', '87.33', '27158.23'],
      ['2026-01-15', 'settlement', 'settled', '-27158.23', '0.00'],
      ['2026-01-15', 'settlement', 'retired', '0.00', '0.00'],
      ['2026-01-31', 'accretion', 'accreted', '180.47', '180.47'],
      ['2026-01-31', 'reversal', 'accreted', '-180.47', '0.00'],
    ]);
    expect(rows[2]).toMatchObject({ cash: '-30000.00', result: '-2841.77', asset: '0.00', memo: 'Rig 7' });
    expect(rows[3]).toMatchObject({ asset: '-27070.90', result: '0.00', arcCost: '0.00', arcNet: '0.00' });
    expect(rows[0]).toMatchObject({ layerNumber: 1, arcCost: '27070.90', user: { id: client.userId } });
    // The company's accretion also affects the other well, which is not in this ledger.
    expect((await ledgerOf(client, other.id)).at(-1)).toMatchObject({ liabilityBalance: '27251.37' });
  });

  it('omits filtered rows, but keeps the running balances', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    await addLayer(client, well.id, { calculationDate: '2026-01-01' });
    await addLayer(client, well.id, {
      layerType: 'additional',
      measurement: 'increment',
      pAndACost: 20_000,
      calculationDate: '2026-01-15',
    });
    for (const end of ['2026-01-31', '2026-02-28', '2026-03-31']) await accreteThrough(client, end);
    const all = await ledgerOf(client, well.id);
    const told = async (query: string) =>
      (await ledgerOf(client, well.id, query)).map((row) => [row.effectiveOn, row.kind, row.layerNumber]);
    expect(await told('kind=accreted&from=2026-02-01&to=2026-02-28')).toEqual([
      ['2026-02-28', 'accreted', 1],
      ['2026-02-28', 'accreted', 2],
    ]);
    // Several kinds together make up an amount of a report.
    expect(await told('kind=incurred,acquired,revised')).toEqual([
      ['2026-01-01', 'incurred', 1],
      ['2026-01-15', 'incurred', 2],
    ]);
    expect(await told('layer=2&to=2026-01-31')).toEqual([
      ['2026-01-15', 'incurred', 2],
      ['2026-01-31', 'accreted', 2],
    ]);
    expect(await told('from=2026-03-31&kind=&layer=')).toHaveLength(2);
    expect((await ledgerOf(client, well.id, 'from=2026-03-31'))[1]!.liabilityBalance).toBe(
      all.at(-1)!.liabilityBalance,
    );
    const file = await client.get(`/api/wells/${well.id}/ledger?kind=incurred&format=csv`);
    expect((await file.text()).trim().split('\r\n')).toHaveLength(3);
    for (const query of ['kind=gained', 'kind=incurred,gained', 'from=yesterday', 'layer=0']) {
      expect((await client.get(`/api/wells/${well.id}/ledger?${query}`)).status, query).toBe(400);
    }
  });

  it('includes the reference of a settlement, and what is reversed', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    await addLayer(client, well.id, { calculationDate: '2026-01-01' });
    const settlement = { date: '2026-01-01', cost: '100', isFinal: false, reference: 'AFE 7' };
    const { id } = await bodyOf<{ id: string }>(
      await client.post(`/api/wells/${well.id}/settlements`, settlement),
      201,
    );
    const before = await ledgerOf(client, well.id, 'kind=settled');
    expect(before).toMatchObject([{ reference: 'AFE 7', isReversed: false }]);
    await bodyOf(await reversePosting(client, id), 201);
    const after = await ledgerOf(client, well.id, 'kind=settled');
    expect(after.map(({ postingKind, isReversed }) => [postingKind, isReversed])).toEqual([
      ['settlement', true],
      ['reversal', false],
    ]);
  });

  it('includes the page’s data of each sale, with the figures of its posting', async () => {
    const { client, company } = await signInToNewCompany();
    const [well, other] = [await addWell(client), await addWell(client)];
    for (const { id } of [well, other]) {
      await addLayer(client, id, { calculationDate: '2026-01-01' });
      await addLayer(client, id, {
        layerType: 'additional',
        measurement: 'increment',
        pAndACost: 20_000,
        calculationDate: '2026-01-15',
      });
    }
    expect(listSales(await ledgerOf(client, well.id))).toEqual([]);
    const sell = async (given: object) => {
      const path = `/api/wells/${well.id}/sales`;
      const shown = await bodyOf<SalePreview>(await client.post(`${path}?preview=true`, given));
      const { id } = await bodyOf<{ id: string }>(await client.post(path, given), 201);
      const { liability, asset, result } = shown;
      return { postingId: id, liability, asset, result };
    };
    const sold = await sell({ date: '2026-01-31', interestSold: '12.5', proceeds: '500', memo: 'Farm-out' });
    expect(listSales(await ledgerOf(client, well.id))).toEqual([
      {
        ...sold,
        effectiveOn: '2026-01-31',
        memo: 'Farm-out',
        interestSold: '12.50',
        proceeds: '500.00',
        leavesOutAsset: true,
        isReversed: false,
      },
    ]);

    // With depreciation, the asset is part of the loss. Wells share a posting, and each page shows its own part.
    const settings = { depreciation: 'straight-line', depreciationFrom: '2026-01-31' };
    await bodyOf(await client.put(`/api/companies/${company.id}/settings`, settings));
    const rest = {
      date: '2026-02-28',
      shareSold: '100',
      wells: [well.wellCode, other.wellCode],
      proceeds: '0',
    };
    type Sold = { rows: { wellId: string; liability: string; asset: string; result: string }[] };
    const { rows } = await bodyOf<Sold>(await client.post('/api/sales/preview', rest));
    const posted = await bodyOf<{ id: string; also: string[] }>(
      await client.post('/api/sales', { ...rest, mode: 'all' }),
      201,
    );
    for (const { wellId, liability, asset, result } of rows) {
      expect(listSales(await ledgerOf(client, wellId)).at(-1)).toMatchObject({
        ...{ liability, asset, result, leavesOutAsset: false },
        interestSold: wellId === well.id ? '87.50' : '100.00',
      });
    }
    const [last] = listSales(await ledgerOf(client, other.id));
    expect([posted.id, ...posted.also]).toContain(last!.postingId);
    await bodyOf(await reversePosting(client, last!.postingId), 201);
    const ledger = await ledgerOf(client, other.id);
    expect(listSales(ledger)).toMatchObject([{ postingId: last!.postingId, isReversed: true }]);
    expect(ledger.filter((row) => row.interestSold !== null).every((row) => row.kind === 'divested')).toBe(
      true,
    );
    expect(ledger.at(-1)).toMatchObject({ postingKind: 'reversal', interestSold: null });
  });

  it('ends at the layers’ carrying amount, including reversals', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    await addLayer(client, well.id, { calculationDate: '2026-01-01' });
    await accreteThrough(client, '2026-01-31');
    const [accretion] = await postingsOf(client, 'kind=accretion');
    await bodyOf(await reversePosting(client, accretion!.id), 201);
    const rows = await ledgerOf(client, well.id);
    expect(rows.map(({ postingKind }) => postingKind)).toEqual(['calculation', 'accretion', 'reversal']);
    expect(rows.at(-1)).toMatchObject({ memo: 'Entered twice', result: '180.47' });
    expect(rows.at(-1)!.liabilityBalance).toBe((await layersOf(client, well.id))[0]!.currentAroValue);
  });

  it('is empty for a well without layers, and returns 404 for a deleted one', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    expect(await ledgerOf(client, well.id)).toEqual([]);
    await client.delete(`/api/wells/${well.id}`);
    expect((await client.get(`/api/wells/${well.id}/ledger`)).status).toBe(404);
  });
});
