import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { LayerQuery } from '~/schemas/books/aro-layer';
import type { LayerView } from '~/schemas/platform/views';
import { getDetailPage, layerTotalsQuery, toLayerTotals } from '~/services/books/aro-layer.server';
import type { CompanyContext } from '~/services/platform/context.server';
import { accrete, addLayer, addWell } from '../../support/layers';
import { anonymous, db, type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

type Company = Awaited<ReturnType<typeof signInToNewCompany>>['company'];

let client: SignedIn;
let company: Company;
let wellIds: Record<string, string>;

/** Three wells in two fields with four layers, one of which has accreted; another company has one of its own. */
beforeAll(async () => {
  ({ client, company } = await signInToNewCompany());
  const wells = [
    await addWell(client, { wellCode: 'b-2', wellName: 'Ørn 100%', field: 'YME' }),
    await addWell(client, { wellCode: 'A-1', wellName: 'Alpha', field: 'YME' }),
    await addWell(client, { wellCode: 'C-3', wellName: 'Gamma', field: 'Ekofisk' }),
    await addWell(client, { wellCode: 'D-4', wellName: 'No layers', field: 'Empty' }),
  ];
  wellIds = Object.fromEntries(wells.map((well) => [well.wellCode, well.id]));
  await addLayer(client, wellIds['b-2']!, { calculationDate: '2021-01-01' });
  const initial = await addLayer(client, wellIds['A-1']!);
  await addLayer(client, wellIds['A-1']!, {
    layerType: 'additional',
    pAndACost: 80_000,
    calculationDate: '2025-01-01',
    wellLifespan: 20,
  });
  await addLayer(client, wellIds['C-3']!, { pAndACost: 50_000, calculationDate: '2019-01-01' });
  await accrete(initial, company.id, { periodEnd: '2020-12-31', cents: 216_567 });
  const other = await signInToNewCompany();
  await addLayer(other.client, (await addWell(other.client)).id);
});

const label = (layer: LayerView) => `${layer.well.wellCode}/${layer.layerNumber}`;

async function list(query: string): Promise<string[]> {
  const response = await client.get(`/api/aro-layers${query}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as LayerView[]).map(label);
}

describe('GET /api/aro-layers', () => {
  it('answers layers with their wells, in a bare array', async () => {
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const response = await viewer.get('/api/aro-layers');
    expect(response.status).toBe(200);
    expect(response.headers.get('Link')).toBeNull();
    const layers = (await response.json()) as LayerView[];
    expect(layers.map(label)).toEqual(['A-1/1', 'A-1/2', 'b-2/1', 'C-3/1']);
    expect(layers[0]).toMatchObject({
      wellId: wellIds['A-1'],
      layerType: 'initial',
      aroValue: '27070.90',
      currentAroValue: '29236.57',
      accretedThrough: '2020-12-31',
      well: {
        id: wellIds['A-1'],
        wellCode: 'A-1',
        wellName: 'Alpha',
        field: 'YME',
        activeDate: '2019-07-01',
      },
    });
    expect(layers[1]).toMatchObject({ measurement: 'change', aroValue: '-7031.24', accretedThrough: null });
  });

  it.each([
    ['?search=alp', ['A-1/1', 'A-1/2']],
    ['?search=ØRN', ['b-2/1']],
    ['?search=100%25', ['b-2/1']],
    ['?search=_', []],
    ['?field=YME', ['A-1/1', 'A-1/2', 'b-2/1']],
    ['?field=yme', []],
    ['?field=YME&layer=2', ['A-1/2']],
    ['?layer=1', ['A-1/1', 'b-2/1', 'C-3/1']],
    ['?layer=99', []],
    ['?status=Current', ['A-1/1', 'A-1/2', 'b-2/1', 'C-3/1']],
    ['?status=all&field=&search=&layer=&wellId=', ['A-1/1', 'A-1/2', 'b-2/1', 'C-3/1']],
    ['?status=Historical', []],
    ['?sort=-wellCode', ['C-3/1', 'b-2/1', 'A-1/2', 'A-1/1']],
    ['?sort=field', ['C-3/1', 'A-1/1', 'A-1/2', 'b-2/1']],
    ['?sort=layerNumber', ['A-1/1', 'b-2/1', 'C-3/1', 'A-1/2']],
    ['?sort=calculationDate', ['C-3/1', 'A-1/1', 'b-2/1', 'A-1/2']],
    ['?sort=aroValue', ['A-1/2', 'C-3/1', 'A-1/1', 'b-2/1']],
    ['?sort=-currentAroValue', ['A-1/1', 'b-2/1', 'C-3/1', 'A-1/2']],
  ])('%s finds %j', async (query, expected) => {
    expect(await list(query)).toEqual(expected);
  });

  it('narrows to one well, of the company only', async () => {
    expect(await list(`?wellId=${wellIds['A-1']}`)).toEqual(['A-1/1', 'A-1/2']);
    const other = await env.DB.prepare('select well_id from aro_layer where company_id <> ?')
      .bind(company.id)
      .first('well_id');
    expect(await list(`?wellId=${other}`)).toEqual([]);
  });

  it.each([
    ['?sort=id', 'sort'],
    ['?layer=first', 'layer'],
    ['?layer=0', 'layer'],
    ['?layer=1.5', 'layer'],
    ['?status=old', 'status'],
    ['?limit=0', 'limit'],
    ['?limit=1000000', 'limit'],
    ['?limit=x', 'limit'],
    [`?search=${'x'.repeat(300)}`, 'search'],
  ])('%s is refused', async (query, field) => {
    const response = await client.get(`/api/aro-layers${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { [field]: [expect.any(String)] } });
  });

  it.each(['nonsense', btoa('["a","b"]'), btoa('["a",1]')])('the cursor %s is refused', async (cursor) => {
    const response = await client.get(`/api/aro-layers?limit=1&cursor=${encodeURIComponent(cursor)}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: 'The cursor is not valid' });
  });

  it('is for members only', async () => {
    expect((await anonymous.get('/api/aro-layers')).status).toBe(401);
    const nowhere = await (await signIn()).get('/api/aro-layers');
    expect(nowhere.status).toBe(400);
    expect(await nowhere.json()).toMatchObject({ message: 'No company selected' });
    expect((await client.post('/api/aro-layers', {})).status).toBe(405);
  });
});

describe('GET /api/wells/{wellId}/aro-layers', () => {
  const ofWell = (who: Pick<SignedIn, 'get'>, wellId: string) => who.get(`/api/wells/${wellId}/aro-layers`);

  it('answers the well’s layers by number', async () => {
    const response = await ofWell(client, wellIds['A-1']!);
    expect(response.status).toBe(200);
    const layers = (await response.json()) as LayerView[];
    expect(layers.map(label)).toEqual(['A-1/1', 'A-1/2']);
    expect(layers[0]?.well).toMatchObject({ id: wellIds['A-1'], field: 'YME' });
    expect(await (await ofWell(client, wellIds['D-4']!)).json()).toEqual([]);
  });

  it('knows no well of another company', async () => {
    const other = await signInToNewCompany();
    for (const wellId of [wellIds['A-1']!, crypto.randomUUID(), "'; drop table well; --"]) {
      const response = await ofWell(other.client, encodeURIComponent(wellId));
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ message: 'Well not found' });
    }
    expect((await ofWell(anonymous, wellIds['A-1']!)).status).toBe(401);
  });
});

describe('the detail page', () => {
  const ctx = () => ({ db, companyId: company.id, role: 'viewer' }) as CompanyContext;
  const detail = (query: Record<string, unknown>) => getDetailPage(ctx(), LayerQuery.parse(query));

  it('has its first page, totals of all that match, and the filters’ choices', async () => {
    const page = await detail({ limit: 2 });
    expect(page.layers).toEqual(await (await client.get('/api/aro-layers?limit=2')).json());
    expect(page).toMatchObject({
      nextCursor: expect.any(String),
      totals: { totalWells: 3, totalLayers: 4, totalInitialAro: '60646.01', totalCurrentAro: '62811.68' },
      allLayers: 4,
      fields: ['Ekofisk', 'YME'],
      layerNumbers: [1, 2],
    });
  });

  it('totals what the filters leave', async () => {
    expect((await detail({ search: 'alpha' })).totals).toEqual({
      totalWells: 1,
      totalLayers: 2,
      totalInitialAro: '20039.66',
      totalCurrentAro: '22205.33',
    });
    expect(await detail({ status: 'historical' })).toMatchObject({
      layers: [],
      allLayers: 4,
      totals: { totalWells: 0, totalLayers: 0, totalInitialAro: '0.00', totalCurrentAro: '0.00' },
    });
  });

  it('says when there is nothing at all', async () => {
    const { company: empty } = await signInToNewCompany();
    expect(await getDetailPage({ ...ctx(), companyId: empty.id }, {})).toEqual({
      layers: [],
      nextCursor: null,
      totals: { totalWells: 0, totalLayers: 0, totalInitialAro: '0.00', totalCurrentAro: '0.00' },
      allLayers: 0,
      fields: [],
      layerNumbers: [],
    });
  });

  it('adds up exactly beyond what a double holds', async () => {
    const big = await signInToNewCompany();
    const terms = { pAndACost: '9999999999.99', discountRate: 1, inflationRate: 1 };
    const well = await addWell(big.client);
    await addLayer(big.client, well.id, terms);
    const copies = 9_500;
    await env.DB.prepare(
      `with recursive serial(i) as (select 2 union all select i + 1 from serial where i < ?2)
       insert into aro_layer select lower(hex(randomblob(16))), company_id, well_id, i, 'additional', 'increment',
         discount_rate_bp, inflation_rate_bp, p_and_a_cost_cents, total_estimate_cents, well_lifespan_years,
         calculation_date, aro_value_cents, current_aro_cents, accreted_through, created_at, updated_at
       from serial cross join aro_layer where well_id = ?1 and layer_number = 1`,
    )
      .bind(well.id, copies)
      .run();
    const [row] = await layerTotalsQuery({ ...ctx(), companyId: big.company.id }, {});
    expect(toLayerTotals([row!])).toMatchObject({
      totalLayers: copies,
      totalInitialAro: '94999999999905.00',
    });
  });
});
