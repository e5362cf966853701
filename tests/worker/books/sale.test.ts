import { describe, expect, it } from 'vitest';
import type { JournalRow } from '~/domain/books/journal';
import type { LayerPreview, LayerView } from '~/schemas/books/layer-views';
import type { BookedMovementView, PostingView } from '~/schemas/books/posting';
import type { SalePreview } from '~/schemas/books/sale';
import type { DisclosureView, TrialBalanceView } from '~/schemas/reports/report-views';
import type { WellView } from '~/schemas/wells/well-views';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  layersOf,
  postingsOf,
  reversePosting,
  rollforward,
  totalLiability,
} from '../../support/books';
import { addLayer, addWell, TERMS } from '../../support/layers';
import { csvOf, LAYER_ROW, upload } from '../../support/mass-upload';
import { expectNothingWritten, expectRefusal } from '../../support/refusals';
import { auditOf, idOfPosting } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

/** A well with one layer of 27,070.90 from 2026-01-01, accreted through February, of which the company has three quarters. */
async function accretedWell(given: object = {}) {
  const { client, company } = await signInToNewCompany();
  const workingInterests = [{ from: '2020-01-01', percent: '75' }];
  const well = await addWell(client, { workingInterests, ...given });
  await addLayer(client, well.id, { calculationDate: '2026-01-01' });
  await accreteThrough(client, '2026-01-31');
  await accreteThrough(client, '2026-02-28');
  return { client, company, well };
}

const THIRD = { date: '2026-02-28', interestSold: '25', proceeds: '5000.00' };

function sell(client: SignedIn, { id }: Pick<WellView, 'id'>, given: Record<string, unknown>, query = '') {
  return client.post(`/api/wells/${id}/sales${query}`, given);
}

async function interestsOf(client: SignedIn, { id }: Pick<WellView, 'id'>) {
  const well: WellView = await bodyOf(await client.get(`/api/wells/${id}`));
  return well.workingInterests.map(({ from, percent }) => `${from} ${percent}`);
}

async function put(client: SignedIn, well: WellView, workingInterests: object[]): Promise<Response> {
  const { wellCode, wellName, wellStatus, field, activeDate } = well;
  const body = { wellCode, wellName, wellStatus, field, activeDate, workingInterests };
  return client.put(`/api/wells/${well.id}`, body);
}

async function disclosure(client: SignedIn): Promise<DisclosureView> {
  const path = '/api/reports/disclosure?beginDate=2026-01-01&endDate=2026-12-31&by=total';
  const [row] = await bodyOf<DisclosureView[]>(await client.get(path));
  return row!;
}

describe('the sale of an interest', () => {
  it('derecognizes its share, as previewed, and lowers the interest', async () => {
    const { client, company, well } = await accretedWell();
    const carried = await totalLiability(client);
    expect(carried).toBe('27433.05');
    const previewed = await expectNothingWritten(() => sell(client, well, THIRD, '?preview=true'));
    const preview: SalePreview = await bodyOf(previewed);
    expect(preview).toMatchObject({
      carryingAmount: '27433.05',
      liability: '9144.35',
      asset: '9023.63',
      // Proceeds and liability; the asset is offset against depreciation kept elsewhere.
      assetTo: 'accumulated',
      result: '14144.35',
      interestBefore: '75.00',
      interestAfter: '50.00',
    });
    const sale: PostingView = await bodyOf(await sell(client, well, THIRD), 201);
    expect(sale).toMatchObject({
      kind: 'sale',
      effectiveOn: '2026-02-28',
      totals: { liability: '-9144.35', asset: '-9023.63', cash: '5000.00', result: '14144.35' },
      movements: [{ kind: 'divested', result: '14144.35', arcCost: '-9023.63' }],
    });
    expect(sale.terms).toEqual({
      settledTo: 'disposal',
      retiredTo: 'accumulated',
      well: null,
      interest: { before: '75.00', after: '50.00' },
    });
    expect(await bodyOf(await client.get(`/api/postings/${sale.id}`))).toEqual(sale);
    expect(await totalLiability(client)).toBe('18288.70');
    // Past accretion is unchanged: 27,433.05 less the initial 27,070.90.
    expect(await layersOf(client, well.id)).toMatchObject([
      { currentAroValue: '18288.70', accretion: '362.15' },
    ]);
    expect(await interestsOf(client, well)).toEqual(['2020-01-01 75.00', '2026-02-28 50.00']);
    expect(await disclosure(client)).toMatchObject({ divested: '-9144.35', ending: '18288.70' });
    const [row] = await rollforward(client, '2026-01-01', '2026-12-31');
    expect(row).toMatchObject({ reductions: '9144.35', endingBalance: '18288.70' });
    const [entry] = (await auditOf(well.id)).slice(-1);
    expect(entry).toMatchObject({
      action: 'well.partly_sold',
      companyId: company.id,
      oldValues: { workingInterest: '75.00' },
      newValues: { workingInterest: '50.00', liability: '9144.35' },
    });
    await accreteThrough(client, '2026-03-31');
    // 18,288.70 × 8% ÷ 12
    expect(await totalLiability(client)).toBe('18410.62');
    await expectBooksToCheck(client);
  });

  it('has a balanced entry, net and gross, and a trial balance that ties to it', async () => {
    const { client, well } = await accretedWell();
    await bodyOf(await sell(client, well, THIRD), 201);
    await accreteThrough(client, '2026-03-31');
    const query = 'beginDate=2026-01-01&endDate=2026-03-31';
    const rows: JournalRow[] = await bodyOf(await client.get(`/api/reports/journal-entries?${query}`));
    const entries = rows.map(({ voucherNumber, mainAccount, netValue, grossValue }) => [
      voucherNumber,
      mainAccount,
      netValue,
      grossValue,
    ]);
    expect(entries.slice(-7)).toEqual([
      ['ARO-V-20260228', '1890', '9023.63', '12031.51'],
      ['ARO-V-20260228', '2400', '9144.35', '12192.47'],
      ['ARO-V-20260228', '2050', '5000.00', '6666.67'],
      ['ARO-V-20260228', '1800', '-9023.63', '-12031.51'],
      ['ARO-V-20260228', '7910', '-14144.35', '-18859.13'],
      // At one half from then on.
      ['ARO-A-20260331', '6800', '121.92', '243.84'],
      ['ARO-A-20260331', '2400', '-121.92', '-243.84'],
    ]);
    const balances: TrialBalanceView[] = await bodyOf(
      await client.get(`/api/reports/trial-balance?${query}`),
    );
    const sums = Map.groupBy(rows, ({ mainAccount }) => mainAccount);
    for (const { mainAccount, ending, debits } of balances) {
      const cents = sums.get(mainAccount)!.map(({ netValue }) => Math.round(Number(netValue) * 100));
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
      expect([mainAccount, Math.round(Number(ending) * 100)]).toEqual([mainAccount, sum(cents)]);
      expect(Math.round(Number(debits) * 100)).toBe(sum(cents.filter((value) => value > 0)));
    }
  });

  it('dated before posted accretion reposts it on the remainder', async () => {
    const { client, well } = await accretedWell();
    await bodyOf(await sell(client, well, { ...THIRD, date: '2026-01-31' }), 201);
    const kinds = (await postingsOf(client, `wellId=${well.id}`)).map(({ kind }) => kind);
    expect(kinds.slice(0, 3)).toEqual(['accretion', 'sale', 'reversal']);
    // 27,251.37 less 9,083.79, and 121.12 on the rest.
    expect(await totalLiability(client)).toBe('18288.70');
    await expectBooksToCheck(client);
  });

  it('of the whole interest leaves nothing: no layer, settlement or accretion follows', async () => {
    const { client, well } = await accretedWell();
    await bodyOf(await sell(client, well, { ...THIRD, interestSold: 75 }), 201);
    expect(await totalLiability(client)).toBe('0.00');
    expect((await layersOf(client, well.id)).map(({ status }) => status)).toEqual(['historical']);
    expect(await interestsOf(client, well)).toEqual(['2020-01-01 75.00', '2026-02-28 0.00']);
    // The zero interest that the sale left can be saved again unchanged, but never entered.
    const left: WellView = await bodyOf(await client.get(`/api/wells/${well.id}`));
    expect((await put(client, left, left.workingInterests)).status).toBe(200);
    expect(await interestsOf(client, well)).toEqual(['2020-01-01 75.00', '2026-02-28 0.00']);
    const none = { errors: { 'workingInterests.2.percent': ['Working interest must be more than 0'] } };
    const ended = [...left.workingInterests, { from: '2026-06-30', percent: '0' }];
    await expectRefusal(() => put(client, left, ended), 400, none);
    const added = { ...left, wellCode: 'NEW', workingInterests: [{ from: '2026-02-28', percent: '0' }] };
    await expectRefusal(() => client.post('/api/wells', added), 400, {
      errors: { 'workingInterests.0.percent': ['Working interest must be more than 0'] },
    });
    await accreteThrough(client, '2026-03-31');
    expect(await totalLiability(client)).toBe('0.00');
    const sold = { message: expect.stringContaining('was sold on 2026-02-28') };
    const cost = { date: '2026-03-31', cost: '10' };
    for (const date of ['2026-03-31', '2026-02-28'])
      await expectRefusal(
        () => client.post(`/api/wells/${well.id}/settlements`, { ...cost, date }),
        409,
        sold,
      );
    await expectRefusal(() => sell(client, well, { ...THIRD, date: '2026-03-31' }), 409, sold);
    const layer = { ...TERMS, wellId: well.id, layerType: 'additional', measurement: 'increment' };
    for (const calculationDate of ['2026-03-31', '2026-02-15']) {
      const add = () => client.post('/api/aro-layers/calculate', { ...layer, calculationDate });
      await expectRefusal(add, 409, sold);
    }
    await expectBooksToCheck(client);
  });

  it('of the whole interest leaves nothing to import a balance for', async () => {
    const { client, company, well } = await accretedWell();
    await bodyOf(await sell(client, well, { ...THIRD, interestSold: 75 }), 201);
    const { wellCode, wellName, wellStatus, field, activeDate } = well;
    const row = { ...LAYER_ROW, wellCode, wellName, wellStatus, field, activeDate, layerType: 'additional' };
    const opening = {
      ...row,
      measurement: 'increment',
      calculationDate: '2026-02-28',
      currentAroValue: '100',
    };
    const uploaded = await upload(client, company.id, csvOf([opening]), { asOf: '2026-03-31' });
    expect(uploaded.rejected).toMatchObject([{ error: expect.stringContaining('was sold on 2026-02-28') }]);
    expect(await totalLiability(client)).toBe('0.00');
  });

  it.each([
    ['more than there is', { interestSold: '75.00000001' }, 400, 'interestSold'],
    ['nothing', { interestSold: 0 }, 400, 'interestSold'],
    ['a negative share', { interestSold: -25 }, 400, 'interestSold'],
    ['nine decimals', { interestSold: '0.123456789' }, 400, 'interestSold'],
    ['no share', { interestSold: undefined }, 400, 'interestSold'],
    ['negative proceeds', { proceeds: -1 }, 400, 'proceeds'],
    ['no date', { date: undefined }, 400, 'date'],
    ['a date too far ahead', { date: '2199-01-01' }, 400, 'date'],
  ])('rejects %s', async (_, given, status, field) => {
    const { client, well } = await accretedWell();
    const errors = { [field]: [expect.any(String)] };
    await expectRefusal(() => sell(client, well, { ...THIRD, ...given }), status, { errors });
  });

  it('is reversed on its own day, and the audit log shows it with the day of the sale and the restored interest', async () => {
    const { client, well } = await accretedWell();
    const sale = await bodyOf<PostingView>(await sell(client, well, THIRD), 201);
    await close(client, '2026-02-28');
    const reversal = await bodyOf<PostingView>(
      await reversePosting(client, sale.id, { includeLater: true }),
      201,
    );
    const [entry] = await auditOf(await idOfPosting(client, sale.id), 'posting');
    expect(entry).toMatchObject({
      action: 'posting.reversed',
      newValues: {
        effectiveOn: reversal.effectiveOn,
        reversesOn: '2026-02-28',
        workingInterest: '75.00',
      },
    });
    expect(reversal.effectiveOn).toBe('2026-03-01');
  });

  it('rejects a closed day, a well without layers, another company’s well, and one whose interest changes later', async () => {
    const { client, well } = await accretedWell();
    const empty = await addWell(client);
    const message = expect.stringContaining('Change its working interest instead');
    await expectRefusal(() => sell(client, empty, { ...THIRD, date: '2026-03-31' }), 409, { message });
    const other = await signInToNewCompany();
    await expectRefusal(() => sell(other.client, well, THIRD), 404, { message: 'Well not found' });
    const later = [...well.workingInterests, { from: '2026-03-15', percent: '60' }];
    await bodyOf(await put(client, well, later));
    const changes = { message: expect.stringContaining('changes on 2026-03-15') };
    await expectRefusal(() => sell(client, well, THIRD), 409, changes);
    await close(client, '2026-01-31');
    const closed = { message: expect.stringContaining('closed through 2026-01-31') };
    await expectRefusal(() => sell(client, well, { ...THIRD, date: '2026-01-31' }), 409, closed);
  });

  it('is rejected before an effective sale, which has to be reversed first', async () => {
    const { client, well } = await accretedWell();
    const sale: PostingView = await bodyOf(await sell(client, well, THIRD), 201);
    const message = `Well "${well.wellCode}" was sold on ${THIRD.date}. Use that date or a later one, or reverse the sale first.`;
    await expectRefusal(() => sell(client, well, { ...THIRD, date: '2026-01-31' }), 409, { message });
    await bodyOf(await reversePosting(client, sale.id), 201);
    await bodyOf(await sell(client, well, { ...THIRD, date: '2026-01-31' }), 201);
  });

  it('is undone by its reversal, unless the interest was changed since', async () => {
    const { client, well } = await accretedWell();
    const sale: PostingView = await bodyOf(await sell(client, well, THIRD), 201);
    const current: WellView = await bodyOf(await client.get(`/api/wells/${well.id}`));
    const more = [...current.workingInterests, { from: '2026-05-01', percent: '40' }];
    await bodyOf(await put(client, current, more));
    const changed = { message: expect.stringContaining('has changed since the sale') };
    await expectRefusal(() => reversePosting(client, sale.id), 409, changed);
    await bodyOf(await put(client, current, current.workingInterests));
    await bodyOf(await reversePosting(client, sale.id), 201);
    expect(await interestsOf(client, well)).toEqual(['2020-01-01 75.00']);
    expect(await totalLiability(client)).toBe('27433.05');
    expect(await disclosure(client)).toMatchObject({ divested: '0.00' });
    // As if it hadn’t happened, so the interest can be sold again.
    await bodyOf(await sell(client, well, THIRD), 201);
    await expectBooksToCheck(client);
  });

  it('can follow another one on the same day, and is reversed before it', async () => {
    const { client, well } = await accretedWell();
    const [first, second] = [
      await bodyOf<PostingView>(await sell(client, well, THIRD), 201),
      await bodyOf<PostingView>(await sell(client, well, THIRD), 201),
    ];
    const query = 'beginDate=2026-02-28&endDate=2026-03-01';
    const rows: JournalRow[] = await bodyOf(await client.get(`/api/reports/journal-entries?${query}`));
    const proceeds = rows.filter(({ mainAccount }) => mainAccount === '2050');
    // Of three quarters, then of one half.
    expect(proceeds.map(({ grossValue }) => grossValue)).toEqual(['6666.67', '10000.00']);
    await bodyOf(await reversePosting(client, second.id), 201);
    expect(await interestsOf(client, well)).toEqual(['2020-01-01 75.00', '2026-02-28 50.00']);
    const early = { ...TERMS, wellId: well.id, layerType: 'additional', measurement: 'increment' };
    const add = () => client.post('/api/aro-layers/calculate', { ...early, calculationDate: '2026-02-15' });
    await expectRefusal(add, 409, { message: expect.stringContaining('was sold on 2026-02-28') });
    await bodyOf(await reversePosting(client, first.id), 201);
    expect(await interestsOf(client, well)).toEqual(['2020-01-01 75.00']);
    await bodyOf(await sell(client, well, THIRD), 201);
    const again: PostingView = await bodyOf(await sell(client, well, THIRD), 201);
    const both = await reversePosting(client, String(Number(again.id) - 1), { includeLater: true });
    await bodyOf(both, 201);
    expect(await interestsOf(client, well)).toEqual(['2020-01-01 75.00']);
    await expectBooksToCheck(client);
  });

  it('leaves posted entries unchanged, net and gross, also when it is reversed', async () => {
    const { client, well } = await accretedWell();
    await accreteThrough(client, '2026-04-30');
    const query = 'beginDate=2026-01-01&endDate=2026-12-31';
    const journal = () =>
      client.get(`/api/reports/journal-entries?${query}`).then((r) => bodyOf<JournalRow[]>(r));
    const counted = (rows: JournalRow[]) => {
      const texts = Map.groupBy(
        rows.map((row) => JSON.stringify(row)),
        (text) => text,
      );
      return [...texts].map(([text, same]) => [text, same.length] as const);
    };
    const expectAmong = (before: JournalRow[], after: JournalRow[]) => {
      const now = new Map(counted(after));
      for (const [text, count] of counted(before))
        expect(now.get(text) ?? 0, text).toBeGreaterThanOrEqual(count);
    };
    const reported = await journal();
    const sale: PostingView = await bodyOf(await sell(client, well, THIRD), 201);
    const sold = await journal();
    expectAmong(reported, sold);
    // Posted again, on the remaining half.
    const again = sold.filter(({ detailDescription }) => detailDescription.endsWith('accretion for 2026-04'));
    const gross = again.map(({ grossValue, netValue }) => Number(grossValue) / Number(netValue));
    expect(Math.max(...gross)).toBeCloseTo(2, 2);
    expect(Math.min(...gross)).toBeCloseTo(4 / 3, 2);
    await bodyOf(await reversePosting(client, sale.id, { includeLater: true }), 201);
    expectAmong(sold, await journal());
    await expectBooksToCheck(client);
  });

  it('in a closed month is reversed in the open one, with the interest restored from then on', async () => {
    const { client, well } = await accretedWell();
    const sale: PostingView = await bodyOf(await sell(client, well, THIRD), 201);
    await close(client, '2026-02-28');
    await bodyOf(await reversePosting(client, sale.id), 201);
    expect(await interestsOf(client, well)).toEqual([
      '2020-01-01 75.00',
      '2026-02-28 50.00',
      '2026-03-01 75.00',
    ]);
    const query = 'beginDate=2026-02-28&endDate=2026-03-01';
    const rows: JournalRow[] = await bodyOf(await client.get(`/api/reports/journal-entries?${query}`));
    const gross = (number: string) =>
      rows
        .filter(({ voucherNumber }) => voucherNumber === number)
        .reduce((sum, { grossValue }) => sum + Math.abs(Math.round(Number(grossValue) * 100)), 0);
    expect(gross('ARO-VR-20260301')).toBe(gross('ARO-V-20260228'));
    await expectBooksToCheck(client);
  });

  it('of the whole interest in a closed month leaves its days without an interest, as a rejection says', async () => {
    const { client, well } = await accretedWell();
    const sale: PostingView = await bodyOf(await sell(client, well, { ...THIRD, interestSold: '75' }), 201);
    await close(client, '2026-02-28');
    await bodyOf(await reversePosting(client, sale.id, { date: '2026-03-15' }), 201);
    const message = `The company has no interest in well "${well.wellCode}" on 2026-03-10. Use a date from 2026-03-15 on.`;
    await expectRefusal(() => sell(client, well, { ...THIRD, date: '2026-03-10' }), 409, { message });
  });
});

describe('a well whose layers nearly cancel out', () => {
  async function wellWorthNearlyNothing() {
    const { client } = await signInToNewCompany();
    const { id, wellCode } = await addWell(client);
    const terms = { pAndACost: 100_000, wellLifespan: 1, calculationDate: '2026-01-01' };
    await addLayer(client, id, { ...terms, discountRate: 0.01, inflationRate: 0 });
    // At this inflation the decrease is worth nearly the whole liability.
    const rows = [{ wellCode, pAndACost: '10000', inflationRate: '11.11' }];
    await bodyOf(await client.post('/api/revisions', { date: '2026-01-01', rows, mode: 'all' }), 201);
    expect(await totalLiability(client)).toBe('1.03');
    return { client, path: `/api/wells/${id}` };
  }

  it.each([
    ['sold', 'sales', { date: '2026-01-31', interestSold: '100', proceeds: '120000.00' }, '120000.00'],
    ['settled', 'settlements', { date: '2026-01-31', cost: '120000.00', isFinal: true }, '-120000.00'],
  ])('can be %s, with all the cash on its oldest layer', async (_, call, given, cash) => {
    const { client, path } = await wellWorthNearlyNothing();
    const posted: PostingView = await bodyOf(await client.post(`${path}/${call}`, given), 201);
    expect(posted.totals).toMatchObject({ cash });
    const { movements } = await bodyOf<{ movements: BookedMovementView[] }>(
      await client.get(`/api/postings/${posted.id}`),
    );
    expect(movements.filter((movement) => movement.cash !== '0.00')).toMatchObject([
      { layerNumber: 1, cash },
    ]);
    expect(await totalLiability(client)).toBe('0.00');
    await expectBooksToCheck(client);
  });
});

describe('working interests', () => {
  it('convert a gross cost to the company’s net cost, on the calculation date', async () => {
    const { client } = await signInToNewCompany();
    const workingInterests = [
      { from: '2020-01-01', percent: '73.4375' },
      { from: '2025-01-01', percent: 50 },
    ];
    const well = await addWell(client, {
      workingInterests: workingInterests as WellView['workingInterests'],
    });
    expect(well.workingInterests).toEqual([
      { from: '2020-01-01', percent: '73.4375' },
      { from: '2025-01-01', percent: '50.00' },
    ]);
    const { pAndACost: _, ...terms } = TERMS;
    const gross = { ...terms, wellId: well.id, grossCost: '250000.00', wellLifespan: 20 };
    const preview: LayerPreview = await bodyOf(
      await client.post('/api/aro-layers/calculate?preview=true', gross),
    );
    expect(preview.formula).toEqual([
      '250,000.00 × 73.4375% working interest = 183,593.75',
      expect.stringMatching(/^183,593\.75 × 1\.025\^20 ÷ 1\.08\^20 = 64,544\.63$/),
    ]);
    const layer: LayerView = await bodyOf(await client.post('/api/aro-layers/calculate', gross), 201);
    // WI-NET
    expect(layer).toMatchObject({
      pAndACost: '183593.75',
      grossCost: '250000.00',
      aroValue: '64544.63',
      totalEstimate: '183593.75',
    });
    const later = { ...gross, layerType: 'additional', calculationDate: '2025-01-01', wellLifespan: 15 };
    const change: LayerPreview = await bodyOf(
      await client.post('/api/aro-layers/calculate?preview=true', later),
    );
    expect(change.formula.slice(0, 2)).toEqual([
      '250,000.00 × 50.00% working interest = 125,000.00',
      expect.stringMatching(/^\(125,000\.00 − 183,593\.75\) × /),
    ]);
    const decrease: LayerView = await bodyOf(await client.post('/api/aro-layers/calculate', later), 201);
    expect(decrease).toMatchObject({ pAndACost: '125000.00', totalEstimate: '125000.00' });
    await expectBooksToCheck(client);
  });

  it('reject a cost if the company’s share is less than one cent', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client, {
      workingInterests: [{ from: '2020-01-01', percent: 49 }] as unknown as WellView['workingInterests'],
    });
    const { pAndACost: _, ...terms } = TERMS;
    const calculate = () =>
      client.post('/api/aro-layers/calculate', { ...terms, wellId: well.id, grossCost: '0.01' });
    const errors = { grossCost: ['The company’s share of this cost is less than one cent'] };
    await expectRefusal(calculate, 400, { errors });
  });

  it('leave the journal unchanged at 100%', async () => {
    const { client } = await accretedWell({ workingInterests: undefined });
    const query = 'beginDate=2026-01-01&endDate=2026-03-31';
    const rows: JournalRow[] = await bodyOf(await client.get(`/api/reports/journal-entries?${query}`));
    expect(rows.length).toBeGreaterThan(0);
    for (const { netValue, grossValue } of rows) expect(grossValue).toBe(netValue);
  });

  it.each([
    ['above 100', [{ from: '2026-01-01', percent: '100.00000001' }]],
    ['zero', [{ from: '2026-01-01', percent: 0 }]],
    ['negative', [{ from: '2026-01-01', percent: -1 }]],
    ['of nine decimals', [{ from: '2026-01-01', percent: '33.333333333' }]],
    ['without a day', [{ percent: 50 }]],
    ['two from one day', [50, 60].map((percent) => ({ from: '2026-01-01', percent }))],
    ['no list', 50],
  ])('%s are rejected', async (_, workingInterests) => {
    const { client } = await signInToNewCompany();
    const body = {
      wellCode: 'A-1',
      wellName: 'Alpha',
      wellStatus: 'Active',
      field: 'NORTH',
      activeDate: '2020-01-01',
    };
    const add = () => client.post('/api/wells', { ...body, workingInterests });
    await expectRefusal(add, 400, { errors: expect.any(Object) });
  });

  it('can’t change in closed months, nor if a sale rests on them', async () => {
    const { client, well } = await accretedWell();
    await close(client, '2026-01-31');
    const from = (day: string, percent: string) => put(client, well, [{ from: day, percent }]);
    const closed = { errors: { workingInterests: [expect.stringContaining('2026-01-31')] } };
    await expectRefusal(() => from('2020-01-01', '70'), 409, closed);
    await expectRefusal(() => put(client, well, []), 409, closed);
    await bodyOf(await put(client, well, [...well.workingInterests, { from: '2026-02-01', percent: '70' }]));
    await bodyOf(await sell(client, well, THIRD), 201);
    expect(await interestsOf(client, well)).toEqual([
      '2020-01-01 75.00',
      '2026-02-01 70.00',
      '2026-02-28 45.00',
    ]);
    const rests = { errors: { workingInterests: [expect.stringContaining('was sold on 2026-02-28')] } };
    const replaced = [...well.workingInterests, { from: '2026-02-15', percent: '45' }];
    await expectRefusal(() => put(client, well, replaced), 409, rests);
  });
});

describe('an acquired layer', () => {
  it('is recorded as acquired, and journaled like an incurred one', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    await addLayer(client, well.id, { calculationDate: '2026-01-01', origin: 'acquired' });
    const [posting] = await postingsOf(client);
    expect(posting).toMatchObject({ kind: 'calculation', movements: [{ kind: 'acquired' }] });
    expect(await disclosure(client)).toMatchObject({ incurred: '0.00', acquired: '27070.90' });
    const [row] = await rollforward(client, '2026-01-01', '2026-12-31');
    expect(row).toMatchObject({ additions: '27070.90' });
    const query = 'beginDate=2026-01-01&endDate=2026-03-31';
    const rows: JournalRow[] = await bodyOf(await client.get(`/api/reports/journal-entries?${query}`));
    expect(rows.map(({ voucherNumber, mainAccount }) => [voucherNumber, mainAccount])).toEqual([
      ['ARO-L-20260101', '1800'],
      ['ARO-L-20260101', '2400'],
    ]);
    await expectBooksToCheck(client);
    const body = { ...TERMS, wellId: (await addWell(client)).id, origin: 'found' };
    const errors = { origin: ['Origin must be incurred or acquired'] };
    await expectRefusal(() => client.post('/api/aro-layers/calculate', body), 400, { errors });
  });

  /**
   * The company buys another 25% of a well: that share of the cost is an acquired obligation, in addition to the
   * existing liability.
   */
  it('may be an added cost for a purchased interest, but not a revised estimate', async () => {
    const { client, company } = await signInToNewCompany();
    const depreciation = { depreciation: 'straight-line', depreciationFrom: '2026-01-01' };
    await bodyOf(await client.put(`/api/companies/${company.id}/settings`, depreciation));
    const well = await addWell(client);
    await addLayer(client, well.id, { calculationDate: '2026-01-01' });
    const bought = {
      layerType: 'additional',
      pAndACost: 25_000,
      calculationDate: '2026-06-15',
      origin: 'acquired',
    };
    const revised = { ...TERMS, ...bought, wellId: well.id };
    await expectRefusal(() => client.post('/api/aro-layers/calculate', revised), 400, {
      errors: { origin: ['Only an initial layer or an added cost can be acquired'] },
    });
    // A quarter of 27,070.90: once to the well’s own retirement date, and once to another, which is measured on its day.
    const added = { ...bought, measurement: 'increment' };
    expect((await addLayer(client, well.id, added)).aroValue).toBe('6767.73');
    await addLayer(client, well.id, { ...added, calculationDate: '2026-06-30', wellLifespan: 24 });
    expect(await disclosure(client)).toMatchObject({
      incurred: '27070.90',
      acquired: '13898.60',
      revisions: '0.00',
    });
    await expectBooksToCheck(client);
  });
});
