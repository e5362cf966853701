import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { AccretionView, LayerView } from '~/schemas/books/layer-views';
import type { PostingPreview } from '~/schemas/books/posting-views';
import type { WellView } from '~/schemas/wells/well-views';
import { addLayer, addWell } from '../../support/layers';
import { auditOf, idOfPosting } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const PATH = '/api/accretion/calculate';

/** With equal inflation and discount rates the layer is worth its cost: 100,000.00. */
const HUNDRED_THOUSAND = { discountRate: 12, inflationRate: 12, calculationDate: '2024-01-15' };

async function companyWithLayer(given: Record<string, unknown> = {}) {
  const { client, company } = await signInToNewCompany();
  const well = await addWell(client);
  const layer = await addLayer(client, well.id, { ...HUNDRED_THOUSAND, ...given });
  return { client, company, well, layer };
}

async function post(client: SignedIn, periodEnd: string, periodType = 'monthly'): Promise<AccretionView[]> {
  const response = await client.post(PATH, { periodType, periodEnd });
  expect(response.status).toBe(200);
  return response.json();
}

const layersOf = async (client: SignedIn, well: WellView) =>
  (await (await client.get(`/api/wells/${well.id}/aro-layers`)).json()) as LayerView[];

const useMethod = (companyId: string, method: string) =>
  env.DB.prepare('update company set accretion_method = ? where id = ?').bind(method, companyId).run();

const figures = (records: AccretionView[]) =>
  records.map((record) => [
    record.periodStart,
    record.beginningAro,
    record.accretionExpense,
    record.endingAro,
  ]);

describe('posting accretion', () => {
  it('accretes part of a month from the calculation date on', async () => {
    const { client, well, layer } = await companyWithLayer();
    const records = await post(client, '2024-01-31');
    const { postingId } = records[0]!;
    expect(records).toEqual([
      {
        id: `${postingId}-${layer.id}`,
        aroLayerId: layer.id,
        postingId: expect.stringMatching(/^\d+$/),
        periodType: 'monthly',
        periodStart: '2024-01-15',
        periodEnd: '2024-01-31',
        beginningAro: '100000.00',
        discountRate: '12.00',
        accretionExpense: '548.39',
        endingAro: '100548.39',
        method: 'simple',
        timeYears: '0.045698924731',
        source: 'user',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        aroLayer: {
          id: layer.id,
          layerNumber: 1,
          layerType: 'initial',
          well: { id: well.id, wellCode: well.wellCode, wellName: well.wellName, field: well.field },
        },
      },
    ]);
    expect(await layersOf(client, well)).toMatchObject([
      { aroValue: '100000.00', currentAroValue: '100548.39', accretedThrough: '2024-01-31' },
    ]);
  });

  it('continues where the last record ended', async () => {
    const { client } = await companyWithLayer();
    await post(client, '2024-01-31');
    expect(figures(await post(client, '2024-02-29'))).toEqual([
      ['2024-01-31', '100548.39', '1005.48', '101553.87'],
    ]);
    expect(figures(await post(client, '2024-05-31', 'quarterly'))).toEqual([
      ['2024-02-29', '101553.87', '3046.62', '104600.49'],
    ]);
  });

  it('compounds under the effective method', async () => {
    const { client, company } = await companyWithLayer({ calculationDate: '2023-12-31' });
    await useMethod(company.id, 'effective');
    const [january] = await post(client, '2024-01-31');
    expect(january).toMatchObject({ method: 'effective', accretionExpense: '948.88' });
    const [rest] = await post(client, '2024-12-31', 'annually');
    expect(rest).toMatchObject({ endingAro: '112000.00' });
  });

  it('accepts period types in any letter case', async () => {
    const { client } = await companyWithLayer();
    for (const [periodType, periodEnd, stored] of [
      ['MONTHLY', '2024-01-31', 'monthly'],
      ['Quarterly', '2024-03-31', 'quarterly'],
      ['AnnUally', '2024-12-31', 'annually'],
    ] as const) {
      expect(await post(client, periodEnd, periodType)).toMatchObject([{ periodType: stored }]);
    }
  });

  it('skips plugged wells, zero balances and future layers', async () => {
    const { client, well } = await companyWithLayer();
    // An unchanged estimate is a layer of 0.00.
    await addLayer(client, well.id, {
      ...HUNDRED_THOUSAND,
      layerType: 'additional',
      calculationDate: '2024-01-20',
    });
    await addLayer(client, well.id, {
      ...HUNDRED_THOUSAND,
      layerType: 'additional',
      pAndACost: 150_000,
      calculationDate: '2024-02-01',
    });
    const plugged = await addWell(client);
    await addLayer(client, plugged.id, HUNDRED_THOUSAND);
    const plug = { ...plugged, wellStatus: 'Plugged', pluggedOn: '2024-01-20' };
    expect((await client.put(`/api/wells/${plugged.id}`, plug)).status).toBe(200);
    const inactive = await addWell(client, { wellStatus: 'Inactive' });
    await addLayer(client, inactive.id, HUNDRED_THOUSAND);

    const posted = await post(client, '2024-01-31');
    expect(posted.map(({ aroLayer }) => [aroLayer.well.wellCode, aroLayer.layerNumber])).toEqual([
      [well.wellCode, 1],
      [inactive.wellCode, 1],
    ]);
    // Plugging posted its last 6 of 31 days: 193.55.
    expect(await layersOf(client, plugged)).toMatchObject([
      { currentAroValue: '100193.55', accretedThrough: '2024-01-20' },
    ]);
  });

  it('accretes a decrease downward', async () => {
    const { client, well } = await companyWithLayer({ calculationDate: '2024-01-01' });
    await addLayer(client, well.id, {
      ...HUNDRED_THOUSAND,
      layerType: 'additional',
      pAndACost: 80_000,
      calculationDate: '2024-01-01',
    });
    // The decrease is measured after one day's accretion, 32.26, which is posted with it.
    expect(figures(await post(client, '2024-01-31'))).toEqual([
      ['2024-01-01', '100032.26', '968.05', '101000.31'],
      ['2024-01-01', '-20000.00', '-200.00', '-20200.00'],
    ]);
  });

  it('ends at the retirement date', async () => {
    const { client } = await companyWithLayer({ calculationDate: '2023-01-01', wellLifespan: 1 });
    expect(figures(await post(client, '2024-06-30'))).toEqual([
      ['2023-01-01', '100000.00', '12000.00', '112000.00'],
    ]);
    expect(await post(client, '2024-07-31')).toEqual([]);
  });

  it('returns an empty list if there is nothing to accrete', async () => {
    const { client } = await signInToNewCompany();
    expect(await post(client, '2024-01-31')).toEqual([]);
    const rows = await env.DB.prepare('select count(*) as n from posting where user_id = ?')
      .bind(client.userId)
      .first('n');
    expect(rows).toBe(0);
  });

  it('records the inputs and who posted it', async () => {
    const { client, company } = await companyWithLayer();
    const [record] = await post(client, '2024-01-31', 'Monthly');
    const input = { periodType: 'monthly', periodEnd: '2024-01-31', wellId: null };
    const parameters = {
      periodType: 'monthly',
      periodEnd: '2024-01-31',
      method: 'simple',
      source: 'user',
    };
    expect(await auditOf(await idOfPosting(client, record!.postingId), 'posting')).toEqual([
      {
        action: 'accretion.posted',
        userId: client.userId,
        companyId: company.id,
        oldValues: null,
        newValues: { ...parameters, layers: 1, totalAccretion: '548.39' },
      },
    ]);
    const { results } = await env.DB.prepare(
      'select p.*, c.id as company_id from posting p join company c on c.ledger_id = p.company where p.id = ?',
    )
      .bind(await idOfPosting(client, record!.postingId))
      .all();
    expect(results).toMatchObject([
      {
        user_id: client.userId,
        company_id: company.id,
        kind: 'accretion',
        day: '2024-01-31',
        period_type: 'monthly',
        method: 'simple',
        source: 'user',
        is_company_wide: 1,
        movements: 1,
        input: JSON.stringify(input),
      },
    ]);
  });

  it('affects no other company', async () => {
    const other = await companyWithLayer();
    const { client } = await companyWithLayer();
    expect(await post(client, '2024-01-31')).toHaveLength(1);
    const { layer } = other;
    expect(await layersOf(other.client, other.well)).toEqual([
      { ...layer, estimateLeft: layer.totalEstimate, repricedEstimate: expect.any(String) },
    ]);
    expect(await (await other.client.get('/api/accretion')).json()).toEqual([]);
  });
});

describe('posting the same period end again', () => {
  it('changes nothing and returns the same records', async () => {
    const { client, well } = await companyWithLayer();
    const body = { periodType: 'monthly', periodEnd: '2024-01-31' };
    const first = await (await client.post(PATH, body)).text();
    expect(await (await client.post(PATH, body)).text()).toBe(first);
    // The period type is only a label of the original posting.
    expect(await (await client.post(PATH, { ...body, periodType: 'annually' })).text()).toBe(first);
    expect(await layersOf(client, well)).toMatchObject([{ currentAroValue: '100548.39' }]);
    expect(await auditOf(await idOfPosting(client, JSON.parse(first)[0].postingId), 'posting')).toHaveLength(
      1,
    );
  });

  it('accretes layers added since, even after later periods are posted', async () => {
    const { client, well } = await companyWithLayer();
    const before = await post(client, '2024-01-31');
    await post(client, '2024-02-29');
    const late = await addWell(client);
    await addLayer(client, late.id, { ...HUNDRED_THOUSAND, calculationDate: '2024-01-01' });
    const after = await post(client, '2024-01-31');
    expect(after).toHaveLength(2);
    expect(after.find(({ aroLayer }) => aroLayer.well.id === well.id)).toEqual(before[0]);
    expect(figures(after.filter(({ aroLayer }) => aroLayer.well.id === late.id))).toEqual([
      ['2024-01-01', '100000.00', '1000.00', '101000.00'],
    ]);
    expect(figures(await post(client, '2024-02-29'))).toEqual([
      ['2024-01-31', '100548.39', '1005.48', '101553.87'],
      ['2024-01-31', '101000.00', '1010.00', '102010.00'],
    ]);
  });

  it('is rejected if that date has no records and a later period is posted', async () => {
    const { client, well } = await companyWithLayer();
    await post(client, '2024-03-31', 'quarterly');
    const before = await layersOf(client, well);
    const response = await client.post(PATH, { periodType: 'monthly', periodEnd: '2024-02-29' });
    expect(response.status).toBe(409);
    const message = 'Accretion is already posted through 2024-03-31. Choose that date or later.';
    expect(await response.json()).toEqual({
      message,
      errors: { periodEnd: [message] },
      requestId: expect.any(String),
    });
    expect(await layersOf(client, well)).toEqual(before);
  });
});

describe('the preview of a posting', () => {
  it('skips a layer with no balance, even if its asset is still depreciated', async () => {
    const { client, company, well, layer } = await companyWithLayer();
    const settings = {
      ...{ depreciation: 'straight-line', depreciationFrom: '2024-01-01' },
      settlementOrder: 'oldest',
    };
    await client.put(`/api/companies/${company.id}/settings`, settings);
    await addLayer(client, well.id, {
      ...HUNDRED_THOUSAND,
      layerType: 'additional',
      measurement: 'increment',
    });
    await post(client, '2024-02-29');
    const { currentAroValue: carried } = (await layersOf(client, well)).find(({ id }) => id === layer.id)!;
    const settlement = { date: '2024-02-29', cost: carried, relief: carried };
    expect((await client.post(`/api/wells/${well.id}/settlements`, settlement)).status).toBe(201);

    const days = 'periodType=monthly&periodEnd=2024-04-30';
    const shown = (await (await client.get(`/api/accretion/preview?${days}`)).json()) as PostingPreview;
    const posted = await post(client, '2024-04-30');
    expect(posted.map(({ aroLayerId }) => aroLayerId)).not.toContain(layer.id);
    expect(shown).toMatchObject({ layers: posted.length, layersWithGap: posted.length });
    expect(posted).toHaveLength(1);
  });

  const preview = async (client: SignedIn, periodType: string, periodEnd: string) =>
    (await client.get(`/api/accretion/preview?periodType=${periodType}&periodEnd=${periodEnd}`)).json();

  it('counts the layers, and those with a gap of more than one period', async () => {
    const { client } = await companyWithLayer();
    const recent = await addWell(client);
    await addLayer(client, recent.id, { ...HUNDRED_THOUSAND, calculationDate: '2024-02-10' });
    const retired = await addWell(client);
    await addLayer(client, retired.id, {
      ...HUNDRED_THOUSAND,
      calculationDate: '2020-01-31',
      wellLifespan: 1,
    });
    await post(client, '2021-01-31', 'annually');

    const expected = {
      periodEnd: '2024-02-29',
      layers: 2,
      layersWithGap: 1,
      firstPeriodEnd: '2024-01-31',
      totalAccretion: '2238.05',
      totalDepreciation: null,
      refusal: null,
      reviewed: expect.any(String),
    };
    expect(await preview(client, 'Monthly', '2024-02-29')).toEqual(expected);
    expect(await preview(client, 'quarterly', '2024-02-29')).toEqual({
      ...expected,
      layersWithGap: 0,
      firstPeriodEnd: null,
    });
    const posted = await post(client, '2024-02-29');
    expect(posted.map(({ accretionExpense }) => accretionExpense)).toEqual(['1548.39', '689.66']);
    expect(await preview(client, 'monthly', '2024-02-29')).toEqual({
      ...expected,
      layers: 0,
      layersWithGap: 0,
      firstPeriodEnd: null,
      totalAccretion: '0.00',
    });
    expect(await preview(client, 'monthly', '2024-03-31')).toMatchObject({ layers: 2, layersWithGap: 0 });
    expect(await preview(client, 'monthly', '2024-01-31')).toMatchObject({
      refusal: expect.stringContaining('2024-02-29'),
    });
  });

  it('lists the layers on request, with their balances before and after', async () => {
    const { client, well } = await companyWithLayer();
    const recent = await addWell(client);
    await addLayer(client, recent.id, { ...HUNDRED_THOUSAND, calculationDate: '2024-02-10' });
    const path = '/api/accretion/preview?periodType=monthly&periodEnd=2024-02-29';
    const reviewed = async (of: SignedIn) => {
      const { review, totalAccretion } = await (await of.get(`${path}&rows=true`)).json<PostingPreview>();
      return { ...review!, totalAccretion };
    };
    const { totalAccretion, ...review } = await reviewed(client);
    expect(await (await client.get(path)).json()).not.toHaveProperty('review');
    const posted = await post(client, '2024-02-29');
    // It matches what is then posted, layer by layer.
    expect(review.rows).toEqual(
      posted.map(({ aroLayer, beginningAro, accretionExpense, endingAro }) => ({
        well: aroLayer.well,
        layerNumber: aroLayer.layerNumber,
        before: beginningAro,
        change: accretionExpense,
        after: endingAro,
        depreciation: '0.00',
      })),
    );
    expect(review.rows.map((row) => row.well.id)).toEqual([well.id, recent.id]);
    expect(review.before).toBe('200000.00');
    expect(Number(review.after)).toBeCloseTo(200_000 + Number(totalAccretion), 2);
    // Another company's layers are not included.
    const { client: outsider } = await signInToNewCompany();
    expect(await reviewed(outsider)).toEqual({
      totalAccretion: '0.00',
      layers: 0,
      before: '0.00',
      after: '0.00',
      rows: [],
    });
  });

  it('covers the whole company for a blank well, like the posting for null', async () => {
    const { client, company } = await companyWithLayer();
    const query = 'periodType=monthly&periodEnd=2024-01-31&wellId=';
    const shown = await (await client.get(`/api/accretion/preview?${query}`)).json<PostingPreview>();
    const body = { periodType: 'monthly', periodEnd: '2024-01-31', wellId: null };
    const posted = await client.post(`${PATH}?reviewed=${shown.reviewed}`, body);
    expect(await posted.json()).toHaveLength(1);
    const isCompanyWide = env.DB.prepare(
      `select is_company_wide from posting where kind = 'accretion'
       and company = (select ledger_id from company where id = ?)`,
    );
    expect(await isCompanyWide.bind(company.id).first('is_company_wide')).toBe(1);
  });

  it('is available to viewers, and changes nothing', async () => {
    const { client } = await signInToNewCompany('viewer');
    expect(await preview(client, 'monthly', '2024-01-31')).toMatchObject({ layers: 0 });
    const response = await client.get('/api/accretion/preview?periodType=monthly');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: { periodEnd: ['Period end date is required'] },
    });
  });
});
