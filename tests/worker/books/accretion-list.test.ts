import { describe, expect, it } from 'vitest';
import type { AccretionView } from '~/schemas/books/layer-views';
import type { PostingView } from '~/schemas/books/posting';
import { getAccretionPage } from '~/services/books/accretion-page.server';
import { accrete, addLayer, addManyWells, addWell, contextInterrupted, TERMS } from '../../support/layers';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const HUNDRED_THOUSAND = { discountRate: 12, inflationRate: 12, calculationDate: '2024-01-01' };

const post = async (client: SignedIn, periodEnd: string) => {
  const response = await client.post('/api/accretion/calculate', { periodType: 'monthly', periodEnd });
  expect(response.status).toBe(200);
};

const list = async (client: SignedIn, query = ''): Promise<AccretionView[]> => {
  const response = await client.get(`/api/accretion${query}`);
  expect(response.status).toBe(200);
  return response.json();
};

const places = (records: AccretionView[]) =>
  records.map(({ periodEnd, aroLayer: { well, layerNumber } }) =>
    [periodEnd, well.wellCode, layerNumber].join(' '),
  );

/** Follows the Link headers to the end. */
async function readPages(client: SignedIn, first: Response): Promise<AccretionView[][]> {
  const pages: AccretionView[][] = [];
  for (let response = first; ; ) {
    expect(response.status).toBe(200);
    pages.push(await response.json());
    const next = /^<(.+)>; rel="next"$/.exec(response.headers.get('Link') ?? '')?.[1];
    if (!next) return pages;
    response = await client.get(next);
  }
}

/** Two wells whose codes sort correctly only after case folding, one with two layers, accreted to two month-ends. */
async function companyWithRecords() {
  const { client, company } = await signInToNewCompany();
  const beta = await addWell(client, { wellCode: 'Ålpha-2', wellName: 'Second' });
  const alpha = await addWell(client, { wellCode: 'ALPHA-1', wellName: 'First of Øst', field: 'NORTH' });
  await addLayer(client, beta.id, HUNDRED_THOUSAND);
  await addLayer(client, alpha.id, HUNDRED_THOUSAND);
  const additional = { ...HUNDRED_THOUSAND, layerType: 'additional', discountRate: 9, pAndACost: 150_000 };
  await addLayer(client, alpha.id, additional);
  await post(client, '2024-01-31');
  await post(client, '2024-02-29');
  return { client, company, alpha, beta };
}

describe('GET /api/accretion', () => {
  it('lists the newest period first, then by well code and layer number', async () => {
    const { client } = await companyWithRecords();
    expect(places(await list(client))).toEqual([
      '2024-02-29 ALPHA-1 1',
      '2024-02-29 ALPHA-1 2',
      '2024-02-29 Ålpha-2 1',
      '2024-01-31 ALPHA-1 1',
      '2024-01-31 ALPHA-1 2',
      '2024-01-31 Ålpha-2 1',
    ]);
  });

  it('filters by period end, well, search and field', async () => {
    const { client, alpha } = await companyWithRecords();
    const other = await companyWithRecords();
    const all = await list(client);
    expect(await list(client, '?periodEnd=2024-01-31')).toEqual(all.slice(3));
    expect(await list(client, '?periodEnd=&wellId=&search=')).toEqual(all);
    expect(await list(client, '?periodEnd=2024-03-31')).toEqual([]);
    const ofAlpha = all.filter(({ aroLayer }) => aroLayer.well.id === alpha.id);
    expect(await list(client, `?wellId=${alpha.id}`)).toEqual(ofAlpha);
    expect(await list(client, '?search=øST')).toEqual(ofAlpha);
    expect(places(await list(client, '?search=%C3%A5LPHA&periodEnd=2024-02-29'))).toEqual([
      '2024-02-29 Ålpha-2 1',
    ]);
    expect(await list(client, `?wellId=${other.alpha.id}`)).toEqual([]);
    expect(await list(client, '?field=NORTH')).toEqual(ofAlpha);
    expect(await list(client, '?field=No%20such%20field')).toEqual([]);
  });

  it('returns pages of any size, filtered or not', async () => {
    const { client, alpha } = await companyWithRecords();
    for (const filter of [
      '',
      '&periodEnd=2024-02-29',
      `&wellId=${alpha.id}`,
      '&search=alpha-',
      '&field=NORTH',
    ]) {
      const whole = await list(client, `?${filter}`);
      for (const limit of [1, 2, 3, 4, 6, 100]) {
        const pages = await readPages(client, await client.get(`/api/accretion?limit=${limit}${filter}`));
        expect(pages.flat()).toEqual(whole);
        expect(pages).toHaveLength(Math.ceil(whole.length / limit));
      }
    }
  });

  it('pages the response of a posting as well', async () => {
    const { client } = await companyWithRecords();
    const body = { periodType: 'monthly', periodEnd: '2024-03-31' };
    const pages = await readPages(client, await client.post('/api/accretion/calculate?limit=2', body));
    expect(pages.map(({ length }) => length)).toEqual([2, 1]);
    expect(pages.flat()).toEqual(await list(client, '?periodEnd=2024-03-31'));
  });

  it('returns more records than fit in one batch', async () => {
    const { client, company } = await signInToNewCompany();
    await addManyWells(company.id, 12_000);
    const calculated = await client.post('/api/aro-layers/calculate-all', {
      ...TERMS,
      scope: 'all',
      calculationDate: '2023-12-31',
    });
    expect(calculated.status).toBe(200);
    const body = { periodType: 'monthly', periodEnd: '2024-01-31' };
    const response = await client.post('/api/accretion/calculate', body);
    const posted = (await response.json()) as AccretionView[];
    expect(posted).toHaveLength(12_000);
    expect(new Set(posted.map(({ accretionExpense }) => accretionExpense))).toEqual(new Set(['180.47']));
    const codes = posted.map(({ aroLayer }) => aroLayer.well.wellCode);
    expect(codes).toEqual(codes.toSorted());
    expect(await list(client)).toEqual(posted);
  });
});

describe('the accretion page', () => {
  it('is empty before the first posting', async () => {
    const { client, company } = await signInToNewCompany();
    const ctx = contextInterrupted(client, company.id, async () => {});
    expect(await getAccretionPage(ctx, {})).toEqual({
      method: 'simple',
      lastPostedPeriodEnd: null,
      periodEnd: null,
      periodEnds: [],
      month: { totalAccretion: '0.00', onOtherDays: '0.00', otherDays: [] },
      records: [],
      nextCursor: null,
      postings: [],
      hasMorePostings: false,
      monthEnds: [],
      periods: { closedThrough: null, approval: 'none', tieOut: 'optional', periods: [], history: [] },
      summary: {
        totalBeginning: '0.00',
        totalAccretion: '0.00',
        totalEnding: '0.00',
        wellsProcessed: 0,
        totalLayers: 0,
        averageDiscountRate: '0.00',
      },
    });
  });

  it('shows the last posting, or the requested one, with its totals', async () => {
    const { client, company } = await companyWithRecords();
    const ctx = contextInterrupted(client, company.id, async () => {});
    const last = await getAccretionPage(ctx, {});
    expect(last).toMatchObject({
      method: 'simple',
      lastPostedPeriodEnd: '2024-02-29',
      periodEnd: '2024-02-29',
      periodEnds: ['2024-02-29', '2024-01-31'],
      nextCursor: null,
      summary: { wellsProcessed: 2, totalLayers: 3, averageDiscountRate: '11.00' },
    });
    expect(last.records).toEqual(await list(client, '?periodEnd=2024-02-29'));
    const first = await getAccretionPage(ctx, { periodEnd: '2024-01-31' });
    expect(first).toMatchObject({ lastPostedPeriodEnd: '2024-02-29', periodEnd: '2024-01-31' });
    const cents = first.records.map(({ accretionExpense }) => Number(accretionExpense.replace('.', '')));
    expect(first.summary.totalAccretion.replace('.', '')).toBe(String(cents.reduce((a, b) => a + b)));
  });

  it('rounds the average rate half-up', async () => {
    const { client, company } = await signInToNewCompany();
    for (const discountRate of [8.01, 8.02]) {
      const well = await addWell(client);
      await addLayer(client, well.id, { ...HUNDRED_THOUSAND, discountRate });
    }
    await post(client, '2024-01-31');
    const ctx = contextInterrupted(client, company.id, async () => {});
    expect((await getAccretionPage(ctx, {})).summary.averageDiscountRate).toBe('8.02');
  });

  it('does not treat an imported balance as a posting', async () => {
    const { client, company } = await signInToNewCompany();
    const well = await addWell(client);
    const layer = await addLayer(client, well.id, HUNDRED_THOUSAND);
    await accrete(layer, company.id, { periodEnd: '2024-06-30', cents: 600_000, source: 'import' });
    const ctx = contextInterrupted(client, company.id, async () => {});
    expect(await getAccretionPage(ctx, {})).toMatchObject({
      lastPostedPeriodEnd: null,
      periodEnds: ['2024-06-30'],
    });
    // An earlier period end is still allowed: the imported layer is already past it, and other layers can accrete to it.
    const late = await addWell(client);
    await addLayer(client, late.id, HUNDRED_THOUSAND);
    await post(client, '2024-01-31');
    expect(places(await list(client))).toEqual([
      `2024-06-30 ${well.wellCode} 1`,
      `2024-01-31 ${late.wellCode} 1`,
    ]);
  });
});

describe('reversed accretion', () => {
  const postingsOf = async (client: SignedIn, periodEnd: string) =>
    (
      await (
        await client.get(`/api/postings?kind=accretion&from=${periodEnd}&to=${periodEnd}`)
      ).json<PostingView[]>()
    ).map(({ id }) => id);
  const reverse = async (client: SignedIn, id: string, body: object = {}) => {
    const response = await client.post(`/api/postings/${id}/reverse`, { reason: 'Wrong rate', ...body });
    expect(response.status).toBe(201);
    return ((await response.json()) as PostingView).id;
  };

  it('is in no list, and can be posted again', async () => {
    const { client, company } = await companyWithRecords();
    const ctx = contextInterrupted(client, company.id, async () => {});
    const before = await list(client);
    const [february] = await postingsOf(client, '2024-02-29');
    const reversal = await reverse(client, february!);
    expect(await list(client)).toEqual(before.slice(3));
    expect(await list(client, '?periodEnd=2024-02-29&limit=1')).toEqual([]);
    expect(places(await list(client, '?limit=2&sort=-endingAro'))).toHaveLength(2);
    const reversed = await getAccretionPage(ctx, { periodEnd: '2024-02-29' });
    expect(reversed).toMatchObject({
      lastPostedPeriodEnd: '2024-01-31',
      periodEnds: ['2024-01-31'],
      summary: { totalAccretion: '0.00', totalLayers: 0 },
      // Both sides are listed, so that the postings add up to the records.
      postings: [
        { id: reversal, kind: 'reversal', reversesId: february, movementCount: 3, memo: 'Wrong rate' },
        { id: february, kind: 'accretion', reversedById: reversal, reversals: [reversal], movementCount: 3 },
      ],
    });

    await post(client, '2024-02-29');
    const after = await list(client);
    const figures = (records: AccretionView[]) =>
      records.map(({ id, postingId, createdAt, ...record }) => record);
    expect(figures(after)).toEqual(figures(before));
    expect(after[0]!.postingId).not.toBe(february);
    expect(new Set(after.map(({ id }) => id)).size).toBe(6);
  });

  it('of one well leaves the other wells unchanged', async () => {
    const { client, company, alpha } = await companyWithRecords();
    const ctx = contextInterrupted(client, company.id, async () => {});
    const [february] = await postingsOf(client, '2024-02-29');
    await reverse(client, february!, { wellId: alpha.id });
    expect(places(await list(client, '?periodEnd=2024-02-29'))).toEqual(['2024-02-29 Ålpha-2 1']);
    expect(places(await list(client, `?wellId=${alpha.id}`))).toEqual([
      '2024-01-31 ALPHA-1 1',
      '2024-01-31 ALPHA-1 2',
    ]);
    expect(places(await list(client, '?limit=2'))).toEqual(['2024-02-29 Ålpha-2 1', '2024-01-31 ALPHA-1 1']);
    const page = await getAccretionPage(ctx, {});
    expect(page).toMatchObject({
      lastPostedPeriodEnd: '2024-02-29',
      periodEnds: ['2024-02-29', '2024-01-31'],
      summary: { totalLayers: 1, wellsProcessed: 1, averageDiscountRate: '12.00' },
    });
    expect(page.postings.map(({ kind, movementCount }) => [kind, movementCount])).toEqual([
      ['reversal', 2],
      ['accretion', 3],
    ]);
    expect(page.postings[1]!.reversedById).toBeNull();
  });

  it('is hidden with its well', async () => {
    const { client, company, beta } = await companyWithRecords();
    expect((await client.delete(`/api/wells/${beta.id}`)).status).toBe(204);
    expect(places(await list(client))).toEqual([
      '2024-02-29 ALPHA-1 1',
      '2024-02-29 ALPHA-1 2',
      '2024-01-31 ALPHA-1 1',
      '2024-01-31 ALPHA-1 2',
    ]);
    const page = await getAccretionPage(
      contextInterrupted(client, company.id, async () => {}),
      {},
    );
    expect(page.summary.totalLayers).toBe(2);
    // The well is hidden, as are postings on it alone.
    expect(page.postings.map(({ kind }) => kind)).toEqual(['accretion']);
  });

  it('is totaled for the whole month, over all postings to its days', async () => {
    const { client, company, beta } = await companyWithRecords();
    const ctx = contextInterrupted(client, company.id, async () => {});
    const late = await addWell(client);
    await addLayer(client, late.id, HUNDRED_THOUSAND);
    await post(client, '2024-02-29');
    const [january] = await postingsOf(client, '2024-01-31');
    await reverse(client, january!, { wellId: beta.id, includeLater: true });
    // Accretes through its day, then reposts the later accretion.
    const settlement = { date: '2024-02-10', cost: '1000', relief: '1000' };
    expect((await client.post(`/api/wells/${late.id}/settlements`, settlement)).status).toBe(201);
    const page = await getAccretionPage(ctx, {});
    const records = await list(client);
    const cents = (amount: string) => Number(amount.replace('.', ''));
    const accreted = (days: (day: string) => boolean) =>
      records
        .filter(({ periodEnd }) => days(periodEnd))
        .reduce((sum, record) => sum + cents(record.accretionExpense), 0);
    expect(accreted((day) => day === '2024-02-10')).toBeGreaterThan(0);
    expect({ ...page.month, totalAccretion: cents(page.month.totalAccretion) }).toMatchObject({
      totalAccretion: accreted((day) => day.startsWith('2024-02')),
      otherDays: ['2024-02-10'],
    });
    expect(cents(page.month.onOtherDays)).toBe(accreted((day) => day === '2024-02-10'));
    const ofDay = await getAccretionPage(ctx, { periodEnd: '2024-02-10' });
    expect(ofDay.month.otherDays).toEqual(['2024-02-29']);
    expect((await getAccretionPage(ctx, { periodEnd: '2024-01-31' })).month.otherDays).toEqual([]);
    const shown = page.postings.reduce((sum, { totals }) => sum + cents(totals.liability), 0);
    expect(shown).toBe(cents(page.summary.totalAccretion));
  });
});
