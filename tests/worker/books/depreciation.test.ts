import { describe, expect, it } from 'vitest';
import type { JournalRow } from '~/domain/books/journal';
import { nextMonthEnd } from '~/domain/calendar/calendar-date';
import type { DepletionRateView } from '~/schemas/books/depletion-rate';
import type { ActPreview, PostingView } from '~/schemas/books/posting';
import type { MonthEndView, PostingPreview } from '~/schemas/books/posting-views';
import type { CompanySettingsView } from '~/schemas/people/people-views';
import type { WellView } from '~/schemas/wells/well-views';
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
import { addLayer, addManyWells, addWell } from '../../support/layers';
import { deliver } from '../../support/month-ends';
import { expectRefusal } from '../../support/refusals';
import { balances, trialBalance } from '../../support/reports';
import { allRows } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

/** Worth its cost of 120,000.00 over ten years: 1,000.00 of accretion in the first month, and of depreciation in each. */
const EVEN = {
  discountRate: 10,
  inflationRate: 10,
  pAndACost: 120_000,
  wellLifespan: 10,
  calculationDate: '2025-12-31',
};
/** A revision that keeps the retirement date, worth what it changes. */
const REVISION = { ...EVEN, layerType: 'additional', measurement: 'change' };

const settingsPath = (companyId: string) => `/api/companies/${companyId}/settings`;
const ratesPath = (companyId: string) => `/api/companies/${companyId}/depletion-rates`;

async function switchTo(client: SignedIn, companyId: string, depreciation: string, depreciationFrom: string) {
  const given = { depreciation, depreciationFrom };
  return bodyOf<CompanySettingsView>(await client.put(settingsPath(companyId), given));
}

async function depreciatingCompany(depreciation = 'straight-line', depreciationFrom = '2025-12-31') {
  const { client, company } = await signInToNewCompany();
  await switchTo(client, company.id, depreciation, depreciationFrom);
  const well = await addWell(client, { field: 'North' });
  await addLayer(client, well.id, EVEN);
  return { client, company, well };
}

async function arcOf(client: SignedIn, asOf = '2026-12-31'): Promise<string[][]> {
  return (await balances(client, asOf)).map(({ arcCost, arcAccumulated, arcNet }) => [
    arcCost,
    arcAccumulated,
    arcNet,
  ]);
}

const inShort = (postings: readonly Pick<PostingView, 'kind' | 'effectiveOn' | 'totals'>[]) =>
  postings.map(({ kind, effectiveOn, totals }) => [kind, effectiveOn, totals.asset]);

async function newestOf(client: SignedIn, kind: string): Promise<PostingView> {
  const [newest] = await postingsOf(client, `kind=${kind}`);
  return newest!;
}

describe('straight-line depreciation', () => {
  it('posts with accretion, in the same act, as its preview says', async () => {
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

  it('posts at the month-end, which says how much', async () => {
    const { client, company } = await depreciatingCompany();
    await deliver({ companyId: company.id, periodEnd: '2026-01-31' });
    const [run] = await bodyOf<MonthEndView[]>(await client.get('/api/accretion/month-ends'));
    expect(run).toMatchObject({ status: 'done', totalAccretion: '1000.00', totalDepreciation: '1000.00' });
    expect(await arcOf(client)).toEqual([['120000.00', '-1000.00', '119000.00']]);
  });

  it('is part of what closing a month asks for', async () => {
    const { client } = await depreciatingCompany();
    await accreteThrough(client, '2026-01-31');
    await bodyOf(await reversePosting(client, (await newestOf(client, 'depreciation')).id), 201);
    const refused = await client.post('/api/periods/close', { through: '2026-01-31' });
    expect(await refused.text()).toContain('Depreciation through 2026-01-31 is not posted for 1 layer.');
    await accreteThrough(client, '2026-01-31');
    await close(client, '2026-01-31');
  });

  it('is reversed alone, and stands in the way of reversing the accretion that it came with', async () => {
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

  it('brings a well to the day of an act, and posts again what came later', async () => {
    const { client, well } = await depreciatingCompany();
    await accreteThrough(client, '2026-01-31');
    await accreteThrough(client, '2026-02-28');
    // A new retirement date: what is left is spread over ten years from the middle of February.
    const later = { ...REVISION, calculationDate: '2026-02-14', pAndACost: 132_000 };
    const preview = await previewOf(
      await client.post('/api/aro-layers/calculate?preview=true', { wellId: well.id, ...later }),
    );
    expect(inShort(preview.postings)).toEqual([
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
    // Its reversal gives the first layer its old life back.
    const recognized = await newestOf(client, 'calculation');
    expect(recognized.movements.map(({ aroLayerId }) => aroLayerId)).toEqual([layer.id]);
    await bodyOf(await reversePosting(client, recognized.id, { includeLater: true }), 201);
    await expectBooksToCheck(client);
    await accreteThrough(client, '2026-02-28');
    expect((await arcOf(client))[0]).toEqual(['120000.00', '-2000.00', '118000.00']);
    await expectBooksToCheck(client);
  });

  it('takes a decrease no further than the asset that is left: ARC-FLOOR', async () => {
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
    // 119,000.00 over the 96 months that are left.
    expect((await arcOf(client))[0]).toEqual(['120000.00', '-2239.58', '117760.42']);
    await expectBooksToCheck(client);
  });

  it('expenses an increase of a plugged well at once: ARC-WRITTEN-OFF', async () => {
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

  it('writes off what is left at the final settlement: ST-SE', async () => {
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

describe('switching depreciation on', () => {
  async function accretedCompany() {
    const { client, company } = await signInToNewCompany();
    const well = await addWell(client, { field: 'North' });
    await addLayer(client, well.id, EVEN);
    for (const periodEnd of ['2026-01-31', '2026-02-28', '2026-03-31'])
      await accreteThrough(client, periodEnd);
    return { client, company, well };
  }

  it('shows the catch-up, then posts it: through its day, and to each period end since', async () => {
    const { client, company } = await accretedCompany();
    const given = { depreciation: 'straight-line', depreciationFrom: '2026-01-31' };
    const before = await allRows();
    const path = `${settingsPath(company.id)}?preview=true`;
    const preview = await bodyOf<ActPreview>(await client.put(path, given));
    expect(await allRows()).toEqual(before);
    const expected = [
      ['depreciation', '2026-01-31', '-1000.00'],
      ['depreciation', '2026-02-28', '-1000.00'],
      ['depreciation', '2026-03-31', '-1000.00'],
    ];
    expect(inShort(preview.postings)).toEqual(expected);
    expect(preview.totals).toMatchObject({ asset: '-3000.00', result: '-3000.00' });
    expect(await switchTo(client, company.id, 'straight-line', '2026-01-31')).toMatchObject({
      ...given,
      version: 2,
    });
    expect(inShort(await postingsOf(client, 'kind=depreciation'))).toEqual(expected.toReversed());
    await expectBooksToCheck(client);
    // The same settings again change nothing.
    await switchTo(client, company.id, 'straight-line', '2026-01-31');
    expect(await postingsOf(client, 'kind=depreciation')).toHaveLength(3);
  });

  it('names wells whose asset it leaves below zero, as their decreases had no floor', async () => {
    const { client, company, well } = await accretedCompany();
    await addLayer(client, (await addWell(client, { field: 'North' })).id, EVEN);
    const cut = { ...REVISION, pAndACost: 1000, wellLifespan: undefined, retirementDate: '2035-12-31' };
    await addLayer(client, well.id, { ...cut, calculationDate: '2026-03-31' });
    const given = { depreciation: 'straight-line', depreciationFrom: '2026-01-31' };
    const preview = (body: object) => client.put(`${settingsPath(company.id)}?preview=true`, body);
    // 120,000.00 − 119,000.00, less three months of the 120,000.00.
    expect(await bodyOf(await preview(given))).toMatchObject({
      assetsBelowZero: [{ wellId: well.id, wellCode: well.wellCode, net: '-2000.00' }],
    });
    expect(await bodyOf(await preview({ monthEnd: 'prepares' }))).toMatchObject({ assetsBelowZero: [] });
  });

  it('begins no later than anything else may take effect', async () => {
    const { client, company } = await accretedCompany();
    const given = { depreciation: 'straight-line', depreciationFrom: '2199-01-01' };
    const errors = { depreciationFrom: [expect.stringContaining('must not be after')] };
    await expectRefusal(() => client.put(settingsPath(company.id), given), 400, { errors });
  });

  it('is refused to who edited older settings, and posts nothing', async () => {
    const { client, company } = await accretedCompany();
    await bodyOf(await client.put(settingsPath(company.id), { journal: { entity: '7' } }));
    const given = { depreciation: 'straight-line', depreciationFrom: '2026-01-31' };
    const old = () => client.put(settingsPath(company.id), given, { 'If-Match': '"1"' });
    const message = 'Someone else changed this while you were editing. Nothing was saved.';
    await expectRefusal(old, 412, { message });
    await bodyOf(await client.put(settingsPath(company.id), given, { 'If-Match': '"2"' }));
  });

  it('posts on the first open day what belongs to closed months', async () => {
    const { client, company } = await accretedCompany();
    await close(client, '2026-02-28');
    await switchTo(client, company.id, 'straight-line', '2026-01-31');
    expect(inShort(await postingsOf(client, 'kind=depreciation'))).toEqual([
      ['depreciation', '2026-03-31', '-967.74'],
      ['depreciation', '2026-03-01', '-2032.26'],
    ]);
    await expectBooksToCheck(client);
  });

  it('asks from when, and refuses to rewrite what is posted', async () => {
    const { client, company } = await accretedCompany();
    const path = settingsPath(company.id);
    await expectRefusal(() => client.put(path, { depreciation: 'straight-line' }), 400, {
      message: 'Enter the date from which the company depreciates',
    });
    await switchTo(client, company.id, 'straight-line', '2026-01-31');
    await expectRefusal(() => client.put(path, { depreciationFrom: '2025-12-31' }), 409, {
      message: 'Depreciation is posted through 2026-03-31. Choose 2026-04-01 or a later day.',
    });
  });

  it('stops when it is switched off, and catches up when it is on again', async () => {
    const { client, company } = await accretedCompany();
    await switchTo(client, company.id, 'straight-line', '2026-03-31');
    await bodyOf(await client.put(settingsPath(company.id), { depreciation: 'none' }));
    await accreteThrough(client, '2026-04-30');
    expect(await arcOf(client)).toEqual([['120000.00', '-3000.00', '117000.00']]);
    expect(await bodyOf(await client.get(settingsPath(company.id)))).toMatchObject({
      depreciation: 'none',
      depreciationFrom: null,
    });
    await switchTo(client, company.id, 'straight-line', '2026-05-31');
    expect(await arcOf(client)).toEqual([['120000.00', '-5000.00', '115000.00']]);
    await expectBooksToCheck(client);
  });
});

describe('another method after a pause', () => {
  it('begins after what is posted, as it does without one', async () => {
    const { client, company } = await depreciatingCompany('units-of-production');
    const rates = [{ field: 'North', month: '2026-01', percent: '7.5' }];
    await bodyOf(await client.put(ratesPath(company.id), { rates }));
    await accreteThrough(client, '2026-01-31');
    const path = settingsPath(company.id);
    const straightLine = { depreciation: 'straight-line', depreciationFrom: '2025-12-31' };
    const message = 'Depreciation is posted through 2026-01-31. Choose 2026-02-01 or a later day.';
    await expectRefusal(() => client.put(path, straightLine), 409, { message });
    await bodyOf(await client.put(path, { depreciation: 'none' }));
    await expectRefusal(() => client.put(path, straightLine), 409, { message });
    await expectRefusal(() => client.put(`${path}?preview=true`, straightLine), 409, { message });
    await switchTo(client, company.id, 'straight-line', '2026-02-01');
    await accreteThrough(client, '2026-02-28');
    // 111,000.00 over the 119 months that are left.
    expect(await arcOf(client)).toEqual([['120000.00', '-9932.77', '110067.23']]);
    await expectBooksToCheck(client);
  });

  it('begins again by the same method on any day, and rewrites nothing', async () => {
    const { client, company } = await depreciatingCompany('straight-line');
    await accreteThrough(client, '2026-01-31');
    await bodyOf(await client.put(settingsPath(company.id), { depreciation: 'none' }));
    await accreteThrough(client, '2026-02-28');
    await switchTo(client, company.id, 'straight-line', '2025-12-31');
    expect(inShort(await postingsOf(client, 'kind=depreciation'))).toEqual([
      ['depreciation', '2026-02-28', '-1000.00'],
      ['depreciation', '2026-01-31', '-1000.00'],
    ]);
    await expectBooksToCheck(client);
  });
});

describe('a catch-up that is too large for one transaction', () => {
  it('is refused with the day from which it is not, and then posted', { timeout: 120_000 }, async () => {
    const { client, company } = await signInToNewCompany();
    const well = await addWell(client, { field: 'North' });
    await addLayer(client, well.id, { ...EVEN, calculationDate: '2024-10-31' });
    let periodEnd = '2024-10-31';
    for (let month = 0; month < 24; month += 1) {
      periodEnd = nextMonthEnd(periodEnd);
      await accreteThrough(client, periodEnd);
    }
    await addManyWells(company.id, 4_200);
    const layers = { ...EVEN, layerType: 'initial', scope: 'all', calculationDate: '2024-10-31' };
    await bodyOf(await client.post('/api/aro-layers/calculate-all', layers));
    const from = (depreciationFrom: string) => ({ depreciation: 'straight-line', depreciationFrom });
    const message =
      'The catch-up would be 100,824 charges, and at most 100,000 are posted at a time. Choose 2024-12-31 or a later day: what belongs to earlier months is then posted on that day.';
    await expectRefusal(() => client.put(settingsPath(company.id), from('2024-11-30')), 409, {
      errors: { depreciationFrom: [message] },
    });
    await bodyOf(await client.put(settingsPath(company.id), from('2024-12-31')));
    const postings = await postingsOf(client, 'kind=depreciation');
    expect(postings.map(({ movementCount }) => movementCount)).toEqual(Array(23).fill(4_201));
    expect(postings.at(-1)).toMatchObject({ effectiveOn: '2024-12-31' });
  });
});

describe('units of production', () => {
  const rate = (month: string, percent: string | null, field = 'North') => ({ field, month, percent });

  it('charges the rate of field and month at month-ends only', async () => {
    const { client, company } = await depreciatingCompany('units-of-production');
    const rates = [rate('2026-01', '7.5'), rate('2026-02', '1.2345')];
    const listed = await bodyOf<DepletionRateView[]>(await client.put(ratesPath(company.id), { rates }));
    expect(listed).toMatchObject([
      { field: 'North', month: '2026-02', percent: '1.2345', isPosted: false },
      { field: 'North', month: '2026-01', percent: '7.5000', isPosted: false },
    ]);
    await accreteThrough(client, '2026-01-15');
    expect(await arcOf(client)).toEqual([['120000.00', '0.00', '120000.00']]);
    await accreteThrough(client, '2026-02-28');
    // 7.5 % of 120,000.00, and 1.2345 % of the 111,000.00 left.
    expect(await arcOf(client)).toEqual([['120000.00', '-10370.30', '109629.70']]);
    await expectBooksToCheck(client);

    await expectRefusal(() => client.put(ratesPath(company.id), { rates: [rate('2026-01', '8')] }), 409, {
      message: 'Posted already: North for 2026-01. Reverse the depreciation of that month first.',
    });
    // From here on straight-line spreads what is left over what is left of the life.
    await switchTo(client, company.id, 'straight-line', '2026-03-01');
    await accreteThrough(client, '2026-03-31');
    expect(await arcOf(client)).toEqual([['120000.00', '-11299.37', '108700.63']]);
    await expectBooksToCheck(client);
  });

  it('is followed by straight-line or by none on what is left, also where nothing is to be caught up with yet', async () => {
    for (const next of ['straight-line', 'none']) {
      const { client, company } = await depreciatingCompany('units-of-production');
      await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-01', '7.5')] }));
      await accreteThrough(client, '2026-01-31');
      const today = new Date().toISOString().slice(0, 7);
      const [year, month] = today.split('-').map(Number) as [number, number];
      const nextMonth = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
      await switchTo(client, company.id, next, nextMonth);
      expect(await postingsOf(client, 'kind=depreciation')).toHaveLength(1);
      await expectBooksToCheck(client);
    }
  });

  it('stays posted while an act before it could not post it again, until somebody reverses it', async () => {
    const { client, company, well } = await depreciatingCompany('units-of-production');
    const rates = [rate('2026-01', '7.5'), rate('2026-02', '2.5')];
    await bodyOf(await client.put(ratesPath(company.id), { rates }));
    await accreteThrough(client, '2026-01-31');
    await accreteThrough(client, '2026-02-28');
    await switchTo(client, company.id, 'straight-line', '2026-03-01');
    await bodyOf(await reversePosting(client, (await newestOf(client, 'depreciation')).id), 201);
    const partly = { date: '2026-02-15', cost: '10.00' };
    const settle = () => client.post(`/api/wells/${well.id}/settlements`, partly);
    const message = expect.stringMatching(/later depreciation dated 2026-02-28 .*Reverse that first/);
    await expectRefusal(settle, 409, { message });
    const [february] = await postingsOf(client, 'kind=depreciation&to=2026-02-28');
    await bodyOf(await reversePosting(client, february!.id), 201);
    await expectBooksToCheck(client);
    await bodyOf(await settle(), 201);
    await accreteThrough(client, '2026-03-31');
    // 111,000.00 was left in January, with 119 months to go, two of which have passed.
    expect(await arcOf(client)).toEqual([['120000.00', '-10865.55', '109134.45']]);
    await expectBooksToCheck(client);
  });

  it('charges the same months again once its charge is taken back, whatever it was counted from between', async () => {
    const between = {
      settlement: async (client: SignedIn, _companyId: string, wellId: string) => {
        const partly = { date: '2026-02-28', cost: '10.00' };
        await bodyOf(await client.post(`/api/wells/${wellId}/settlements`, partly), 201);
        await bodyOf(await reversePosting(client, (await newestOf(client, 'settlement')).id), 201);
      },
      pause: async (client: SignedIn, companyId: string) => {
        await switchTo(client, companyId, 'none', '2026-03-01');
        await switchTo(client, companyId, 'units-of-production', '2025-12-31');
      },
    };
    for (const happen of [between.settlement, between.pause]) {
      const { client, company, well } = await depreciatingCompany('units-of-production');
      const rates = [rate('2026-01', '7.5'), rate('2026-02', '2.5')];
      await bodyOf(await client.put(ratesPath(company.id), { rates }));
      await accreteThrough(client, '2026-02-28');
      await happen(client, company.id, well.id);
      await bodyOf(await reversePosting(client, (await newestOf(client, 'depreciation')).id), 201);
      expect(await arcOf(client)).toEqual([['120000.00', '0.00', '120000.00']]);
      await expectBooksToCheck(client);
      await accreteThrough(client, '2026-02-28');
      // 7.5 % of 120,000.00, and 2.5 % of the 111,000.00 left.
      expect(await arcOf(client)).toEqual([['120000.00', '-11775.00', '108225.00']]);
      await expectBooksToCheck(client);
    }
  });

  it('leaves straight-line what it had counted from, once its own charges are taken back', async () => {
    const { client, company, well } = await depreciatingCompany('straight-line');
    await accreteThrough(client, '2026-01-31');
    await switchTo(client, company.id, 'units-of-production', '2026-02-01');
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-02', '2.5')] }));
    await accreteThrough(client, '2026-02-28');
    const partly = { date: '2026-02-28', cost: '10.00' };
    await bodyOf(await client.post(`/api/wells/${well.id}/settlements`, partly), 201);
    for (const kind of ['settlement', 'depreciation']) {
      await bodyOf(await reversePosting(client, (await newestOf(client, kind)).id), 201);
    }
    await switchTo(client, company.id, 'straight-line', '2026-02-01');
    expect(await arcOf(client)).toEqual([['120000.00', '-2000.00', '118000.00']]);
    await expectBooksToCheck(client);
  });

  it('charges a well through the last whole month before it was plugged, and asks for the rates of those months', async () => {
    const { client, company, well } = await depreciatingCompany('units-of-production');
    const plugged = { ...well, wellStatus: 'Plugged', pluggedOn: '2026-03-15' };
    await bodyOf(await client.put(`/api/wells/${well.id}`, plugged));
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-01', '7.5')] }));
    const input = { periodType: 'quarterly', periodEnd: '2026-03-31' };
    await expectRefusal(() => client.post('/api/accretion/calculate', input), 409, {
      message: 'Enter depletion rates under Company → Settings first: North for 2026-02.',
    });
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-02', '2.5')] }));
    await bodyOf(await client.post('/api/accretion/calculate', input));
    // 7.5 % of 120,000.00 and 2.5 % of 111,000.00.
    expect(await arcOf(client)).toEqual([['120000.00', '-11775.00', '108225.00']]);
    await accreteThrough(client, '2026-04-30');
    expect(await arcOf(client)).toEqual([['120000.00', '-11775.00', '108225.00']]);
    await close(client, '2026-04-30');
    await expectBooksToCheck(client);
  });

  it('charges them too where the well is plugged once the period is posted', async () => {
    const { client, company, well } = await depreciatingCompany('units-of-production');
    const rates = [rate('2026-01', '7.5'), rate('2026-02', '2.5'), rate('2026-03', '10')];
    await bodyOf(await client.put(ratesPath(company.id), { rates }));
    const input = { periodType: 'quarterly', periodEnd: '2026-03-31' };
    await bodyOf(await client.post('/api/accretion/calculate', input));
    expect(await arcOf(client)).toEqual([['120000.00', '-22597.50', '97402.50']]);
    for (const [pluggedOn, accumulated, left] of [
      ['2026-03-15', '-11775.00', '108225.00'],
      ['2026-02-15', '-9000.00', '111000.00'],
      ['2026-03-15', '-11775.00', '108225.00'],
    ]) {
      const { version } = await bodyOf<WellView>(await client.get(`/api/wells/${well.id}`));
      const plugged = { ...well, version, wellStatus: 'Plugged', pluggedOn };
      await bodyOf(await client.put(`/api/wells/${well.id}`, plugged));
      expect(await arcOf(client)).toEqual([['120000.00', accumulated, left]]);
      await expectBooksToCheck(client);
    }
    expect(await arcOf(client, '2026-03-30')).toEqual([['120000.00', '0.00', '120000.00']]);
    await close(client, '2026-03-31');
  });

  it('measures no increase on its day, for nothing is spread over the well’s life', async () => {
    const { client, company, well } = await depreciatingCompany('units-of-production');
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-01', '7.5')] }));
    await accreteThrough(client, '2026-01-31');
    const before = await postingsOf(client);
    await addLayer(client, well.id, {
      ...REVISION,
      pAndACost: 150_000,
      wellLifespan: 12,
      calculationDate: '2026-01-15',
    });
    const after = await postingsOf(client);
    expect(after.slice(1)).toEqual(before);
    expect(after[0]).toMatchObject({ kind: 'calculation' });
    await expectBooksToCheck(client);
  });

  it('leaves alone what it never charged: a well plugged while depreciation was straight-line', async () => {
    const { client, company, well } = await depreciatingCompany('straight-line');
    const kept = await addWell(client, { wellCode: 'KEPT-1', field: 'North' });
    await addLayer(client, kept.id, EVEN);
    await accreteThrough(client, '2026-01-31');
    const plugged = { ...well, wellStatus: 'Plugged', pluggedOn: '2026-01-31' };
    await bodyOf(await client.put(`/api/wells/${well.id}`, plugged));
    await switchTo(client, company.id, 'units-of-production', '2026-02-01');
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-02', '7.5')] }));
    await accreteThrough(client, '2026-02-28');
    await switchTo(client, company.id, 'none', '2026-03-01');
    await expectBooksToCheck(client);
  });

  it('posts no month while a field lacks its rate, and says which', async () => {
    const { client, company } = await depreciatingCompany('units-of-production');
    const other = await addWell(client, { field: 'South' });
    await addLayer(client, other.id, EVEN);
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-01', '1')] }));
    const message = 'Enter depletion rates under Company → Settings first: South for 2026-01.';
    const input = { periodType: 'monthly', periodEnd: '2026-01-31' };
    await expectRefusal(() => client.post('/api/accretion/calculate', input), 409, { message });
    await deliver({ companyId: company.id, periodEnd: '2026-01-31' });
    const [failed] = await bodyOf<MonthEndView[]>(await client.get('/api/accretion/month-ends'));
    expect(failed).toMatchObject({ status: 'failed', reason: message });
    expect(await postingsOf(client, 'kind=accretion')).toEqual([]);
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-01', '0', 'South')] }));
    await deliver({ companyId: company.id, periodEnd: '2026-01-31' });
    const [done] = await bodyOf<MonthEndView[]>(await client.get('/api/accretion/month-ends'));
    expect(done).toMatchObject({ status: 'done', totalDepreciation: '1200.00' });
  });

  it.each([
    ['101', 'The rate must be a percentage from 0 to 100 with at most four decimals'],
    ['1.23456', 'The rate must be a percentage from 0 to 100 with at most four decimals'],
    ['-1', 'The rate must be a percentage from 0 to 100 with at most four decimals'],
  ])('refuses a rate of %s %%', async (percent, message) => {
    const { client, company } = await signInToNewCompany();
    await expectRefusal(() => client.put(ratesPath(company.id), { rates: [rate('2026-01', percent)] }), 400, {
      errors: { 'rates.0.percent': [message] },
    });
  });

  it('takes a rate out again', async () => {
    const { client, company } = await signInToNewCompany();
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-01', '100')] }));
    expect(await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-01', null)] }))).toEqual(
      [],
    );
  });
});
