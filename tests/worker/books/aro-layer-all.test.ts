import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { LayerBatchInput } from '~/schemas/books/aro-layer';
import type { LayerBatchResult, LayerView } from '~/schemas/books/layer-views';
import type { WellView } from '~/schemas/wells/well-views';
import { batchReads, calculateLayers } from '~/services/books/calculate-all.server';
import { readTogether } from '~/services/platform/reads.server';
import { bodyOf, expectBooksToCheck } from '../../support/books';
import {
  accrete,
  addLayer,
  addManyWells,
  addWell,
  contextInterrupted,
  TERMS,
  whileInsertsFail,
} from '../../support/layers';
import { expectNothingWritten } from '../../support/refusals';
import { allRows, auditOf } from '../../support/tables';
import { anonymous, db, makeCompany, type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

const PATH = '/api/aro-layers/calculate-all';
const ALL = { ...TERMS, scope: 'all' };
const ADDITIONAL = { ...ALL, layerType: 'additional', pAndACost: 120_000, calculationDate: '2025-01-01' };

async function calculateAll(
  client: SignedIn,
  body: Record<string, unknown> = ALL,
): Promise<LayerBatchResult> {
  const response = await client.post(PATH, body);
  expect(response.status).toBe(200);
  return response.json();
}

/** Counts the company’s layers, and the calculation inputs and audit rows that mention them. */
async function countsOf(companyId: string) {
  return env.DB.prepare(
    `select count(l.id) as layers, count(distinct l.well) as wells,
       (select count(*) from posting p where p.company = c.ledger_id and p.input is not null) as inputs,
       (select count(*) from audit_log a where a.company_id = c.id and a.action like 'aro_layer%.calculated') as audits
     from company c left join layer l on l.company = c.ledger_id where c.id = ?1`,
  )
    .bind(companyId)
    .first();
}

describe('a calculation for all wells', () => {
  it('posts a layer for each, whatever its status, ordered by code', async () => {
    const { client } = await signInToNewCompany();
    const second = await addWell(client, { wellCode: 'b-2', wellStatus: 'Plugged' });
    const first = await addWell(client, { wellCode: 'A-1', wellStatus: 'Inactive' });
    const result = await calculateAll(client);
    const common = {
      id: expect.any(String),
      layerNumber: 1,
      layerType: 'initial',
      aroValue: '27070.90',
      calculationDate: '2020-01-01',
    };
    expect(result).toEqual({
      results: [
        { ...common, wellId: first.id, wellCode: 'A-1', wellName: first.wellName },
        { ...common, wellId: second.id, wellCode: 'b-2', wellName: second.wellName },
      ],
      calculated: 2,
      refusals: [],
      totalAroValue: '54141.80',
    });
    const [layer] = (await (await client.get(`/api/wells/${first.id}/aro-layers`)).json()) as LayerView[];
    expect(layer).toMatchObject({
      id: result.results[0]?.id,
      ...TERMS,
      discountRate: '8.00',
      inflationRate: '2.50',
      pAndACost: '100000.00',
      measurement: null,
      currentAroValue: '27070.90',
    });
  });

  it('returns the first of its layers if only one is requested, and calculates all', async () => {
    const { client, company } = await signInToNewCompany();
    for (const wellCode of ['B', 'A', 'C']) await addWell(client, { wellCode });
    for (const query of ['?limit=2&preview=true', '?limit=2']) {
      const answer = await bodyOf<LayerBatchResult>(await client.post(`${PATH}${query}`, ALL));
      expect(answer.results.map(({ wellCode }) => wellCode)).toEqual(['A', 'B']);
      expect(answer).toMatchObject({ calculated: 3, refusals: [], totalAroValue: '81212.70' });
    }
    expect(await countsOf(company.id)).toMatchObject({ layers: 3, wells: 3 });
  });

  it('leaves one calculation input and one audit row, whatever its size', async () => {
    const { client, company } = await signInToNewCompany();
    await addWell(client);
    await addWell(client);
    const { results } = await calculateAll(client);
    expect(await countsOf(company.id)).toEqual({ layers: 2, wells: 2, inputs: 1, audits: 1 });
    const posting = await env.DB.prepare(
      'select p.id, p.input from posting p join layer l on l.recognized_by = p.id where l.id = ?',
    )
      .bind(results[0]?.id)
      .first<{ id: number; input: string }>();
    const given = {
      scope: 'all',
      layerType: 'initial',
      measurement: null,
      discountRate: '8.00',
      inflationRate: '2.50',
      pAndACost: '100000.00',
      wellLifespan: 25,
      calculationDate: '2020-01-01',
    };
    expect(JSON.parse(posting?.input ?? '')).toEqual(given);
    expect(await auditOf(String(posting?.id), 'posting')).toMatchObject([
      {
        action: 'aro_layers.calculated',
        userId: client.userId,
        newValues: { ...given, layers: 2, refused: 0, totalAroValue: '54141.80' },
      },
    ]);
  });

  it('uses each well’s active date when no date is given', async () => {
    const { client } = await signInToNewCompany();
    await addWell(client, { activeDate: '2001-02-03' });
    await addWell(client, { activeDate: '2004-02-29' });
    const { results } = await calculateAll(client, { ...ALL, calculationDate: null });
    expect(results.map(({ calculationDate }) => calculationDate)).toEqual(['2001-02-03', '2004-02-29']);
  });

  it('covers one field and only the current company', async () => {
    const { client } = await signInToNewCompany();
    await addWell(client, { field: 'YME' });
    const inField = await addWell(client, { field: 'Ekofisk' });
    const other = await signInToNewCompany();
    await addWell(other.client, { field: 'Ekofisk' });
    const result = await calculateAll(client, { ...ALL, scope: 'field', field: ' Ekofisk ' });
    expect(result.results.map(({ wellId }) => wellId)).toEqual([inField.id]);
    expect(await countsOf(other.company.id)).toMatchObject({ layers: 0, audits: 0 });
  });

  it('rejects wells individually and posts the others', async () => {
    const { client, company } = await signInToNewCompany();
    const taken = await addWell(client, { wellCode: 'A' });
    await addWell(client, { wellCode: 'B' });
    await addLayer(client, taken.id);
    const initial = await calculateAll(client);
    expect(initial.results.map(({ wellCode }) => wellCode)).toEqual(['B']);
    expect(initial.refusals).toEqual([
      { wellId: taken.id, wellCode: 'A', message: 'This well already has an initial layer' },
    ]);
    await addWell(client, { wellCode: 'C' });
    const late = await addWell(client, { wellCode: 'D' });
    await addLayer(client, late.id, { calculationDate: '2026-01-01' });
    const additional = await calculateAll(client, ADDITIONAL);
    expect(additional.results).toMatchObject([
      { wellCode: 'A', layerNumber: 2, layerType: 'additional' },
      { wellCode: 'B', layerNumber: 2, layerType: 'additional' },
    ]);
    expect(additional.refusals.map(({ wellCode, message }) => [wellCode, message])).toEqual([
      ['C', 'Calculate the initial layer first'],
      ['D', 'Calculation date can’t be earlier than the previous layer’s (2026-01-01)'],
    ]);
    // Two layers calculated individually, and one act of all wells for each kind.
    expect(await countsOf(company.id)).toEqual({ layers: 5, wells: 3, inputs: 4, audits: 4 });
  });

  it('measures each well against its own estimate', async () => {
    const { client } = await signInToNewCompany();
    for (const [wellCode, pAndACost] of [
      ['A', 100_000],
      ['B', 110_000],
      ['C', 150_000],
    ] as const) {
      await addLayer(client, (await addWell(client, { wellCode })).id, { pAndACost });
    }
    const revised = { ...ADDITIONAL, discountRate: 9, inflationRate: 3, wellLifespan: 20 };
    const { results, totalAroValue } = await calculateAll(client, revised);
    expect(results.map(({ aroValue }) => aroValue)).toEqual(['6445.32', '3222.66', '-9667.98']);
    expect(totalAroValue).toBe('0.00');
    const remeasured = await calculateAll(client, { ...revised, measurement: 'remeasure' });
    // 38,671.92 remeasured, less the 44,351.96 carried: 27,070.90 with five years and a day of accretion, 6,445.32
    // with one day.
    expect(remeasured.results[0]).toMatchObject({ layerNumber: 3, aroValue: '-5680.04' });
  });

  it('lists every well whose figures are too large', async () => {
    const { client, company } = await signInToNewCompany();
    await addWell(client);
    const { results, refusals } = await calculateAll(client, {
      ...ALL,
      inflationRate: 999,
      wellLifespan: 200,
    });
    expect(results).toEqual([]);
    expect(refusals).toMatchObject([{ message: expect.stringContaining('can’t exceed') }]);
    expect(await countsOf(company.id)).toMatchObject({ layers: 0 });
  });

  it('gives each well one initial layer when several requests race', async () => {
    const { client, company } = await signInToNewCompany();
    await addManyWells(company.id, 300);
    const outcomes = await Promise.all([calculateAll(client), calculateAll(client), calculateAll(client)]);
    for (const { results, refusals } of outcomes) expect(results.length + refusals.length).toBe(300);
    expect(outcomes.flatMap(({ results }) => results)).toHaveLength(300);
    expect(await countsOf(company.id)).toEqual({ layers: 300, wells: 300, inputs: 1, audits: 1 });
  });

  it('returns and lists its layers ordered by code, whole and in pages, however many', async () => {
    const { client, company } = await signInToNewCompany();
    await addManyWells(company.id, 6_500);
    const codes = Array.from({ length: 6_500 }, (_, index) => `B-${String(index + 1).padStart(6, '0')}`);
    const { results } = await calculateAll(client);
    expect(results.map(({ wellCode }) => wellCode)).toEqual(codes);
    const list = async (query: string) => {
      const layers = await client.get(`/api/aro-layers${query}`).then((answer) => answer.json<LayerView[]>());
      return layers.map(({ well }) => well.wellCode);
    };
    expect(await list('')).toEqual(codes);
    expect(await list('?sort=-wellCode&limit=2500')).toEqual(codes.toReversed().slice(0, 2_500));
  });

  it('is planned again when wells change between reading and writing', async () => {
    const { client, company } = await signInToNewCompany();
    const wells = [await addWell(client), await addWell(client), await addWell(client)];
    const layers: LayerView[] = [];
    for (const well of wells) layers.push(await addLayer(client, well.id));
    const ctx = contextInterrupted(client, company.id, async () => {
      await accrete(layers[0]!, company.id, { periodEnd: '2020-12-31', cents: 1 });
      await addLayer(client, wells[1]!.id, ADDITIONAL);
    });
    const input = LayerBatchInput.parse(ADDITIONAL);
    const rows = await readTogether(db, batchReads({ db, companyId: company.id }, input));
    const result = await calculateLayers(ctx, input, rows);
    // The second well’s change is already posted and counts once.
    expect(result.results).toMatchObject([
      { wellId: wells[0]!.id, layerNumber: 2 },
      { wellId: wells[1]!.id, layerNumber: 3, aroValue: '0.00' },
      { wellId: wells[2]!.id, layerNumber: 2 },
    ]);
    expect(result.refusals).toEqual([]);
    await expectBooksToCheck(client);
  });
});

describe('wells without a layer when they were read', () => {
  type Meanwhile = (client: SignedIn, wells: WellView[]) => Promise<unknown>;
  const getsItsLayer: Meanwhile = (client, [first]) => addLayer(client, first!.id);
  const becomesActiveLater: Meanwhile = async (client, [first]) => {
    const { id, wellCode, wellName, wellStatus, field } = first!;
    const changed = { wellCode, wellName, wellStatus, field, activeDate: '2004-02-29' };
    await bodyOf(await client.put(`/api/wells/${id}`, changed));
  };
  const isDeleted: Meanwhile = (client, [first]) => client.delete(`/api/wells/${first!.id}`);

  it.each<[string, Meanwhile, { dates: string[]; refused: string[] }]>([
    ['gets its layer', getsItsLayer, { dates: [], refused: ['This well already has an initial layer'] }],
    ['becomes active on another day', becomesActiveLater, { dates: ['2004-02-29'], refused: [] }],
    ['is deleted', isDeleted, { dates: [], refused: [] }],
  ])('are planned again when one %s meanwhile', async (_, meanwhile, { dates, refused }) => {
    const { client, company } = await signInToNewCompany();
    const wells = [await addWell(client), await addWell(client)];
    const ctx = contextInterrupted(client, company.id, async () => {
      await meanwhile(client, wells);
    });
    const input = LayerBatchInput.parse({ ...ALL, calculationDate: null });
    const rows = await readTogether(db, batchReads({ db, companyId: company.id }, input));
    const { results, refusals } = await calculateLayers(ctx, input, rows);
    expect(results.map(({ calculationDate }) => calculationDate)).toEqual([...dates, wells[1]!.activeDate]);
    expect(refusals.map(({ message }) => message)).toEqual(refused);
    await expectBooksToCheck(client);
  });
});

describe('a calculation for all wells rejects', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['no scope', { scope: undefined }, 'scope', 'Scope must be field or all'],
    ['a single well', { scope: 'single' }, 'scope', 'Scope must be field or all'],
    ['no field', { scope: 'field' }, 'field', 'Please select a field'],
    ['a blank field', { scope: 'field', field: ' ' }, 'field', 'Please select a field'],
    ['a number for a field', { scope: 'field', field: 7 }, 'field', 'Please select a field'],
    [
      '100 KB of field',
      { scope: 'field', field: 'x'.repeat(100_000) },
      'field',
      'Use 100 characters or fewer',
    ],
    ['no date', { calculationDate: undefined }, 'calculationDate', 'Calculation date is required'],
    [
      'active dates for additional layers',
      { layerType: 'additional', calculationDate: null },
      'calculationDate',
      'Calculation date is required',
    ],
    [
      'a day that never was',
      { calculationDate: '2023-02-29' },
      'calculationDate',
      'Must be a valid date (YYYY-MM-DD)',
    ],
    ['no cost', { pAndACost: '' }, 'pAndACost', 'P&A cost is required'],
    ['a negative cost', { pAndACost: -1 }, 'pAndACost', 'P&A cost must be positive'],
    ['no discount', { discountRate: 0 }, 'discountRate', 'Discount rate must be positive'],
    ['deflation', { inflationRate: -1 }, 'inflationRate', 'Inflation rate must be non-negative'],
    ['a lifespan of 0', { wellLifespan: 0 }, 'wellLifespan', 'Well lifespan must be at least 1 year'],
  ])('%s', async (_, given, field, message) => {
    const { client } = await signInToNewCompany();
    await addWell(client);
    const response = await expectNothingWritten(() => client.post(PATH, { ...ALL, ...given }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message, errors: { [field]: [message] } });
  });

  it.each([ALL, { ...ALL, scope: 'field', field: 'Nowhere' }])(
    'a selection without wells ($scope)',
    async (body) => {
      const { client } = await signInToNewCompany();
      if (body.scope === 'field') await addWell(client);
      const response = await expectNothingWritten(() => client.post(PATH, body));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ message: 'No wells found for calculation' });
    },
  );

  it('a viewer, a signed-out user, a tab of another company, another method', async () => {
    const { client, company } = await signInToNewCompany();
    await addWell(client);
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const other = await makeCompany();
    for (const [send, status, message] of [
      [() => viewer.post(PATH, ALL), 403, 'Company admin role required'],
      [() => anonymous.post(PATH, ALL), 401, 'Unauthorized'],
      [() => client.post(PATH, ALL, { 'X-Company-Id': other.id }), 409, expect.any(String)],
      [() => client.get(PATH), 405, 'Method not allowed'],
      [() => client.post(PATH, '{'), 400, 'The request body is not valid JSON'],
    ] as const) {
      const response = await expectNothingWritten(send);
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ message });
    }
  });
});

describe('a failing calculation for all wells', () => {
  it.each(['layer', 'posting', 'movement', 'audit_log'])('at %s leaves nothing behind', async (table) => {
    const { client, company } = await signInToNewCompany();
    await addManyWells(company.id, 3);
    const before = await allRows();
    const response = await whileInsertsFail(table, () => client.post(PATH, ALL));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/secret|insert|SQLITE/i);
    expect(await allRows()).toEqual(before);
  });

  it('halfway leaves nothing behind either: all wells have their layer, or none', async () => {
    const { client, company } = await signInToNewCompany();
    await addManyWells(company.id, 12_000);
    const before = await countsOf(company.id);
    const response = await whileInsertsFail(
      'layer',
      () => client.post(PATH, ALL),
      'new.well = (select max(ledger_id) from well)',
    );
    expect(response.status).toBe(500);
    expect(await countsOf(company.id)).toEqual(before);
    expect(await calculateAll(client)).toMatchObject({ results: { length: 12_000 }, refusals: [] });
  });
});
