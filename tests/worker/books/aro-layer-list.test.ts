import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { LayerQuery } from '~/schemas/books/aro-layer';
import type { LayerView } from '~/schemas/books/layer-views';
import { getDetailPage } from '~/services/books/aro-layer.server';
import type { CompanyContext } from '~/services/platform/context.server';
import { accrete, addLayer, addWell } from '../../support/layers';
import { readCsvRows } from '../../support/pages';
import { anonymous, db, type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

type Company = Awaited<ReturnType<typeof signInToNewCompany>>['company'];

let client: SignedIn;
let company: Company;
let wellIds: Record<string, string>;

/** Three wells in two fields with four layers, one of which has accreted; another company has one layer. */
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
  // Accreted through the day of the decrease, so no accretion is left to post with it.
  await accrete(initial, company.id, { periodEnd: '2025-01-01', cents: 216_567 });
  await addLayer(client, wellIds['A-1']!, {
    layerType: 'additional',
    pAndACost: 80_000,
    calculationDate: '2025-01-01',
    wellLifespan: 20,
  });
  await addLayer(client, wellIds['C-3']!, { pAndACost: 50_000, calculationDate: '2019-01-01' });
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
  it('returns layers with their wells, in a bare array', async () => {
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const response = await viewer.get('/api/aro-layers');
    expect(response.status).toBe(200);
    expect(response.headers.get('Link')).toBeNull();
    const layers = (await response.json()) as LayerView[];
    expect(layers.map(label)).toEqual(['A-1/1', 'A-1/2', 'b-2/1', 'C-3/1']);
    expect(layers[0]).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      status: 'current',
      wellId: wellIds['A-1'],
      layerType: 'initial',
      aroValue: '27070.90',
      currentAroValue: '29236.57',
      accretedThrough: '2025-01-01',
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

  it('filters by one well, of the company only', async () => {
    expect(await list(`?wellId=${wellIds['A-1']}`)).toEqual(['A-1/1', 'A-1/2']);
    const other = await env.DB.prepare(
      'select w.id from layer l join well w on w.ledger_id = l.well where w.company_id <> ?',
    )
      .bind(company.id)
      .first('id');
    expect(other).toEqual(expect.any(String));
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
  ])('%s is rejected', async (query, field) => {
    const response = await client.get(`/api/aro-layers${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { [field]: [expect.any(String)] } });
  });

  it.each(['nonsense', btoa('["a","b"]'), btoa('["a",1,2]'), btoa('[1,"a"]')])(
    'the cursor %s is rejected',
    async (cursor) => {
      const response = await client.get(`/api/aro-layers?limit=1&cursor=${encodeURIComponent(cursor)}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ message: 'The cursor is not valid' });
    },
  );

  it('is restricted to members', async () => {
    expect((await anonymous.get('/api/aro-layers')).status).toBe(401);
    const nowhere = await (await signIn()).get('/api/aro-layers');
    expect(nowhere.status).toBe(400);
    expect(await nowhere.json()).toMatchObject({ message: 'No company selected' });
    expect((await client.post('/api/aro-layers', {})).status).toBe(405);
  });
});

describe('GET /api/wells/{wellId}/aro-layers', () => {
  const ofWell = (who: Pick<SignedIn, 'get'>, wellId: string) => who.get(`/api/wells/${wellId}/aro-layers`);

  it('returns the well’s layers by number', async () => {
    const response = await ofWell(client, wellIds['A-1']!);
    expect(response.status).toBe(200);
    const layers = (await response.json()) as LayerView[];
    expect(layers.map(label)).toEqual(['A-1/1', 'A-1/2']);
    expect(layers[0]?.well).toMatchObject({ id: wellIds['A-1'], field: 'YME' });
    expect(await (await ofWell(client, wellIds['D-4']!)).json()).toEqual([]);
  });

  it('returns 404 for another company’s well', async () => {
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

  it('includes its first page, totals of all matching layers, and the filter options', async () => {
    const page = await detail({ limit: 2 });
    expect(page.layers).toEqual(await (await client.get('/api/aro-layers?limit=2')).json());
    expect(page).toMatchObject({
      nextCursor: expect.any(String),
      totals: { totalWells: 3, totalLayers: 4, totalInitialAro: '60646.01', totalCurrentAro: '62811.68' },
      matchingLayers: 4,
      allLayers: 4,
      fields: ['Ekofisk', 'YME'],
      layerNumbers: [1, 2],
    });
  });

  it('totals the layers that match the filters', async () => {
    expect((await detail({ search: 'alpha' })).totals).toEqual({
      totalWells: 1,
      totalLayers: 2,
      totalInitialAro: '20039.66',
      totalCurrentAro: '22205.33',
    });
    expect(await detail({ status: 'historical' })).toMatchObject({
      layers: [],
      matchingLayers: 0,
      allLayers: 4,
      totals: { totalWells: 0, totalLayers: 0, totalInitialAro: '0.00', totalCurrentAro: '0.00' },
    });
  });

  it('returns zeros for a company without layers', async () => {
    const { company: empty } = await signInToNewCompany();
    expect(await getDetailPage({ ...ctx(), companyId: empty.id }, {})).toEqual({
      layers: [],
      nextCursor: null,
      totals: { totalWells: 0, totalLayers: 0, totalInitialAro: '0.00', totalCurrentAro: '0.00' },
      matchingLayers: 0,
      allLayers: 0,
      fields: [],
      layerNumbers: [],
    });
  });

  it('adds up exactly beyond the precision of a double', async () => {
    const big = await signInToNewCompany();
    const terms = { pAndACost: '9999999999.99', discountRate: 1, inflationRate: 1 };
    const well = await addWell(big.client);
    await addLayer(big.client, well.id, terms);
    const copies = 9_500;
    // No posting could create these layers; only their figures matter here.
    await env.DB.prepare(
      `with recursive serial(i) as (select 2 union all select i + 1 from serial where i < ?2)
       insert into layer (id, company, well, layer_number, measurement, discount_rate_bp,
         inflation_rate_bp, p_and_a_cost_cents, total_estimate_cents, well_lifespan_years, calculation_date,
         aro_value_cents, is_given, recognized_by, current_aro_cents, arc_cost_cents, arc_accumulated_cents,
         accreted_through, is_reversed, last_posting, settled_cents)
       select (select max(id) from layer) + i, company, well, i, 'increment', discount_rate_bp,
         inflation_rate_bp, p_and_a_cost_cents, total_estimate_cents, well_lifespan_years, calculation_date,
         aro_value_cents, is_given, recognized_by, current_aro_cents, arc_cost_cents, arc_accumulated_cents,
         accreted_through, is_reversed, last_posting, settled_cents
       from serial cross join layer where well = (select ledger_id from well where id = ?1) and layer_number = 1`,
    )
      .bind(well.id, copies)
      .run();
    expect((await getDetailPage({ ...ctx(), companyId: big.company.id }, { limit: 1 })).totals).toMatchObject(
      {
        totalLayers: copies,
        totalInitialAro: '94999999999905.00',
      },
    );
  });
});

describe('reversed layers', () => {
  /** A well whose initial layer is reversed and calculated again, and a deleted well. */
  async function companyWithReversal() {
    const { client, company } = await signInToNewCompany();
    const [kept, deleted] = [
      await addWell(client, { field: 'KEPT' }),
      await addWell(client, { field: 'GONE' }),
    ];
    const wrong = await addLayer(client, kept.id, { pAndACost: 90_000 });
    await addLayer(client, deleted.id);
    const { recognition } = await (await client.get(`/api/aro-layers/${wrong.id}/history`)).json<{
      recognition: { postingId: string };
    }>();
    const path = `/api/postings/${recognition.postingId}/reverse`;
    expect((await client.post(path, { reason: 'Wrong cost' })).status).toBe(201);
    await addLayer(client, kept.id);
    expect((await client.delete(`/api/wells/${deleted.id}`)).status).toBe(204);
    const label = (layer: LayerView) => [
      layer.layerNumber,
      layer.layerType,
      layer.status,
      layer.currentAroValue,
    ];
    const list = async (query: string) =>
      (await (await client.get(`/api/aro-layers${query}`)).json<LayerView[]>()).map(label);
    const ctx = { db, companyId: company.id, role: 'viewer' } as CompanyContext;
    return { client, kept, deleted, list, ctx };
  }
  const HISTORICAL = [1, 'initial', 'historical', '0.00'];
  const CURRENT = [2, 'initial', 'current', '27070.90'];

  it('are listed as historical, except those of deleted wells', async () => {
    const { client, list, kept, deleted } = await companyWithReversal();
    expect(await list('')).toEqual([HISTORICAL, CURRENT]);
    expect(await list('?status=all&sort=-layerNumber')).toEqual([CURRENT, HISTORICAL]);
    expect(await list('?status=current')).toEqual([CURRENT]);
    expect(await list('?status=historical')).toEqual([HISTORICAL]);
    expect(await list(`?wellId=${kept.id}`)).toEqual([HISTORICAL, CURRENT]);
    expect(await list(`?wellId=${deleted.id}`)).toEqual([]);
    expect((await client.get(`/api/wells/${deleted.id}/aro-layers`)).status).toBe(404);
  });

  it('are left out of totals, but remain filter options', async () => {
    const { client, ctx } = await companyWithReversal();
    const totals = {
      totalWells: 1,
      totalLayers: 1,
      totalInitialAro: '27070.90',
      totalCurrentAro: '27070.90',
    };
    expect(await getDetailPage(ctx, {})).toMatchObject({
      totals,
      matchingLayers: 2,
      allLayers: 2,
      fields: ['KEPT'],
      layerNumbers: [1, 2],
    });
    expect(await getDetailPage(ctx, { status: 'historical' })).toMatchObject({
      totals: { totalWells: 0, totalLayers: 0, totalInitialAro: '0.00', totalCurrentAro: '0.00' },
      matchingLayers: 1,
    });
    expect((await getDetailPage(ctx, { search: 'w' })).totals).toEqual(totals);
    expect(await (await client.get('/api/reports/aro-summary')).json()).toEqual(totals);
  });

  it('had a balance until the day of their reversal', async () => {
    const { client, kept } = await companyWithReversal();
    const asOf = async (day: string) =>
      (await (await client.get(`/api/wells/${kept.id}/aro-layers?asOf=${day}`)).json<LayerView[]>()).map(
        (layer) => layer.currentAroValue,
      );
    // Reversed on the day that it was recognized.
    expect(await asOf('2019-12-31')).toEqual(['0.00', '0.00']);
    expect(await asOf('2020-01-01')).toEqual(['0.00', '27070.90']);
  });
});

describe('GET /api/aro-layers?format=csv', () => {
  it('returns all matching layers as a file, ignoring the limit', async () => {
    const response = await client.get('/api/aro-layers?format=csv&search=ørn&limit=1');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="aro-detail-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(
      '\uFEFFwellCode,wellName,field,activeDate,layerNumber,layerType,measurement,pAndACost,totalEstimate,wellLifespan,retirementDate,' +
        'discountRate,inflationRate,calculationDate,aroValue,currentAroValue,accretedThrough,status\r\n' +
        'b-2,Ørn 100%,YME,2019-07-01,1,initial,,100000.00,100000.00,25,,8.00,2.50,2021-01-01,27070.90,27070.90,,Current\r\n',
    );
  });

  it('has the same layers in the same order as the list', async () => {
    for (const query of ['', 'status=current&sort=-aroValue', 'status=historical', 'layer=2']) {
      const layers = await (await client.get(`/api/aro-layers?${query}`)).json<LayerView[]>();
      const response = await client.get(`/api/aro-layers?format=csv&${query}`);
      const rows = await readCsvRows(response);
      expect(rows.map((row) => `${row.wellCode}/${row.layerNumber} ${row.currentAroValue}`)).toEqual(
        layers.map((layer) => `${label(layer)} ${layer.currentAroValue}`),
      );
    }
  });

  it('rejects another format', async () => {
    const response = await client.get('/api/aro-layers?format=xml');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { format: ['Format must be json or csv'] } });
  });
});
