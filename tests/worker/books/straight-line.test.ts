import { describe, expect, it } from 'vitest';
import type { JournalRow } from '~/domain/books/journal';
import type { PostingView } from '~/schemas/books/posting';
import type { MonthEndView, PostingPreview } from '~/schemas/books/posting-views';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  layersOf,
  postingsOf,
  previewOf,
  reversePosting,
} from '../../support/books';
import {
  arcOf,
  depreciatingCompany,
  EVEN,
  newestOf,
  postingRows,
  REVISION,
  settingsPath,
} from '../../support/depreciating';
import { addLayer } from '../../support/layers';
import { deliver } from '../../support/month-ends';
import { trialBalance } from '../../support/reports';

describe('straight-line depreciation', () => {
  it('posts with accretion in the same act, as previewed', async () => {
    const { client } = await depreciatingCompany();
    const query = 'periodType=monthly&periodEnd=2026-01-31';
    const preview = await bodyOf<PostingPreview>(await client.get(`/api/accretion/preview?${query}`));
    expect(preview).toMatchObject({ totalAccretion: '1000.00', totalDepreciation: '1000.00' });
    await accreteThrough(client, '2026-01-31');
    await accreteThrough(client, '2026-02-28');
    const [depreciation, accretion] = await postingsOf(client);
    expect(depreciation).toMatchObject({
      kind: 'depreciation',
      effectiveOn: '2026-02-28',
      actId: accretion!.id,
    });
    expect(depreciation!.totals).toMatchObject({ liability: '0.00', asset: '-1000.00', result: '-1000.00' });
    expect(await arcOf(client)).toEqual([['120000.00', '-2000.00', '118000.00']]);
    // Posting again adds nothing.
    await accreteThrough(client, '2026-02-28');
    expect(await postingsOf(client, 'kind=depreciation')).toHaveLength(2);
    await expectBooksToCheck(client);

    const journal = await bodyOf<JournalRow[]>(
      await client.get('/api/reports/journal-entries?beginDate=2026-02-01&endDate=2026-02-28'),
    );
    expect(
      journal
        .filter(({ voucherNumber }) => voucherNumber === 'ARO-D-20260228')
        .map(({ mainAccount, netValue, voucherDescription }) => [mainAccount, netValue, voucherDescription]),
    ).toEqual([
      ['6810', '1000.00', 'ARO depreciation for 2026-02'],
      ['1890', '-1000.00', 'ARO depreciation for 2026-02'],
    ]);
    const trial = await trialBalance(client, '2026-01-01', '2026-02-28');
    expect(trial.find(({ name }) => name === 'Depreciation expense')).toMatchObject({ ending: '2000.00' });
  });

  it('posts at the month-end, which reports the amount', async () => {
    const { client, company } = await depreciatingCompany();
    await deliver({ companyId: company.id, periodEnd: '2026-01-31' });
    const [run] = await bodyOf<MonthEndView[]>(await client.get('/api/accretion/month-ends'));
    expect(run).toMatchObject({ status: 'done', totalAccretion: '1000.00', totalDepreciation: '1000.00' });
    expect(await arcOf(client)).toEqual([['120000.00', '-1000.00', '119000.00']]);
  });

  it('is required to close a month', async () => {
    const { client } = await depreciatingCompany();
    await accreteThrough(client, '2026-01-31');
    await bodyOf(await reversePosting(client, (await newestOf(client, 'depreciation')).id), 201);
    const refused = await client.post('/api/periods/close', { through: '2026-01-31' });
    expect(await refused.text()).toContain('Depreciation through 2026-01-31 is not posted for 1 layer.');
    await accreteThrough(client, '2026-01-31');
    await close(client, '2026-01-31');
  });

  it('can be reversed alone, and must be reversed before its accretion', async () => {
    const { client } = await depreciatingCompany();
    await accreteThrough(client, '2026-01-31');
    const accretion = await newestOf(client, 'accretion');
    const refused = await reversePosting(client, accretion.id);
    expect(await refused.text()).toContain('depreciation dated 2026-01-31');
    const preview = await previewOf(
      await reversePosting(client, accretion.id, { includeLater: true }, '?preview=true'),
    );
    expect(preview.totals).toMatchObject({ liability: '-1000.00', asset: '1000.00' });
    await bodyOf(await reversePosting(client, accretion.id, { includeLater: true }), 201);
    expect(await arcOf(client)).toEqual([['120000.00', '0.00', '120000.00']]);
    await expectBooksToCheck(client);
    await accreteThrough(client, '2026-01-31');
    await bodyOf(await reversePosting(client, (await newestOf(client, 'depreciation')).id), 201);
    expect((await newestOf(client, 'accretion')).reversedById).toBeNull();
    await accreteThrough(client, '2026-02-28');
    expect(await arcOf(client)).toEqual([['120000.00', '-2000.00', '118000.00']]);
    await expectBooksToCheck(client);
  });

  it('depreciates a well to the day of an act, and reposts later charges', async () => {
    const { client, well } = await depreciatingCompany();
    await accreteThrough(client, '2026-01-31');
    await accreteThrough(client, '2026-02-28');
    // A new retirement date: the remainder is spread over ten years from mid-February.
    const later = { ...REVISION, calculationDate: '2026-02-14', pAndACost: 132_000 };
    const preview = await previewOf(
      await client.post('/api/aro-layers/calculate?preview=true', { wellId: well.id, ...later }),
    );
    expect(postingRows(preview.postings)).toEqual([
      ['reversal', '2026-02-28', '1000.00'],
      ['reversal', '2026-02-28', '0.00'],
      ['accretion', '2026-02-14', '0.00'],
      ['depreciation', '2026-02-14', '-500.00'],
      ['calculation', '2026-02-14', '12000.00'],
      ['accretion', '2026-02-28', '0.00'],
      // 118,500.00 × 14/28 of a month ÷ 119.96 months and 12,000.00 × 15/28 ÷ 120.
      ['depreciation', '2026-02-28', '-547.47'],
    ]);
    const layer = await addLayer(client, well.id, later);
    await expectBooksToCheck(client);
    // Its reversal restores the first layer's old life.
    const recognized = await newestOf(client, 'calculation');
    expect(recognized.movements.map(({ aroLayerId }) => aroLayerId)).toEqual([layer.id]);
    await bodyOf(await reversePosting(client, recognized.id, { includeLater: true }), 201);
    await expectBooksToCheck(client);
    await accreteThrough(client, '2026-02-28');
    expect((await arcOf(client))[0]).toEqual(['120000.00', '-2000.00', '118000.00']);
    await expectBooksToCheck(client);
  });

  it('limits a decrease to the remaining asset: ARC-FLOOR', async () => {
    const { client, well } = await depreciatingCompany();
    await accreteThrough(client, '2026-12-31');
    const remeasured = {
      ...REVISION,
      measurement: 'change',
      calculationDate: '2026-12-31',
      pAndACost: 1_000,
      wellLifespan: 9,
    };
    const response = await client.post('/api/aro-layers/calculate', { wellId: well.id, ...remeasured });
    expect(response.status).toBe(201);
    const posted = await newestOf(client, 'calculation');
    // 119,000.00 less, of which 108,000.00 was left as an asset.
    expect(posted.totals).toMatchObject({ liability: '-119000.00', asset: '-108000.00', result: '11000.00' });
    expect((await arcOf(client)).map(([, , net]) => Number(net)).reduce((sum, net) => sum + net, 0)).toBe(0);
    await expectBooksToCheck(client);
    const rows = await bodyOf<JournalRow[]>(
      await client.get('/api/reports/journal-entries?beginDate=2026-12-01&endDate=2026-12-31'),
    );
    const voucher = rows.filter(({ voucherNumber }) => voucherNumber === 'ARO-L-20261231');
    expect(voucher.map(({ mainAccount, netValue }) => [mainAccount, netValue])).toEqual([
      ['2400', '119000.00'],
      ['1800', '-108000.00'],
      ['7900', '-11000.00'],
    ]);
  });

  it('keeps the rates of an estimate that is confirmed for another lifespan', async () => {
    const { client, company, well } = await depreciatingCompany();
    await bodyOf(await client.put(settingsPath(company.id), { downwardRate: 'newest' }));
    const { wellCode } = well;
    const rows = [{ wellCode, pAndACost: EVEN.pAndACost, wellLifespan: 8 }];
    await bodyOf(await client.post('/api/revisions', { date: '2026-01-31', rows, mode: 'all' }), 201);
    const [, confirmed] = await layersOf(client, well.id);
    expect(confirmed).toMatchObject({ aroValue: '0.00', effectiveRate: '10.0000', ratesFrom: 'unchanged' });
    await accreteThrough(client, '2026-02-28');
    // 119,000.00 over the remaining 96 months.
    expect((await arcOf(client))[0]).toEqual(['120000.00', '-2239.58', '117760.42']);
    await expectBooksToCheck(client);
  });

  it('expenses an increase on a plugged well immediately: ARC-WRITTEN-OFF', async () => {
    const { client, well } = await depreciatingCompany();
    await accreteThrough(client, '2026-01-31');
    const plugged = { ...well, wellStatus: 'Plugged', pluggedOn: '2026-01-31' };
    await bodyOf(await client.put(`/api/wells/${well.id}`, plugged));
    await addLayer(client, well.id, { ...REVISION, calculationDate: '2026-02-28', pAndACost: 130_000 });
    const posted = await newestOf(client, 'calculation');
    expect(posted.totals).toMatchObject({ liability: '10000.00', asset: '0.00', result: '-10000.00' });
    await accreteThrough(client, '2026-02-28');
    expect(await arcOf(client)).toEqual([
      ['120000.00', '-1000.00', '119000.00'],
      ['0.00', '0.00', '0.00'],
    ]);
    await expectBooksToCheck(client);
  });

  it('writes off the rest at the final settlement: ST-SE', async () => {
    const { client, well } = await depreciatingCompany();
    await accreteThrough(client, '2026-01-31');
    const settled = await bodyOf<PostingView>(
      await client.post(`/api/wells/${well.id}/settlements`, {
        date: '2026-02-28',
        cost: '130000.00',
        isFinal: true,
      }),
      201,
    );
    // 122,008.33 carried, settled for 130,000.00, and 118,000.00 of the asset.
    expect(settled.totals).toMatchObject({
      liability: '-122008.33',
      asset: '-118000.00',
      result: '-125991.67',
    });
    await expectBooksToCheck(client);
    await bodyOf(await reversePosting(client, settled.id), 201);
    expect(await arcOf(client)).toEqual([['120000.00', '-2000.00', '118000.00']]);
    await expectBooksToCheck(client);
  });
});
