import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { LayerInput } from '~/schemas/books/aro-layer';
import type { LayerView } from '~/schemas/books/layer-views';
import { calculateLayer, calculationReads } from '~/services/books/calculate-layer.server';
import { readTogether } from '~/services/platform/reads.server';
import { expectBooksToCheck } from '../../support/books';
import {
  accrete,
  addLayer,
  addWell,
  contextInterrupted,
  TERMS,
  whileInsertsFail,
} from '../../support/layers';
import { expectNothingWritten } from '../../support/refusals';
import { allRows, auditOf } from '../../support/tables';
import { db, type SignedIn, signInToNewCompany } from '../../support/worker';

const PATH = '/api/aro-layers/calculate';

const ADDITIONAL = {
  ...TERMS,
  layerType: 'additional',
  pAndACost: 120_000,
  inflationRate: 3,
  discountRate: 9,
  wellLifespan: 20,
  calculationDate: '2025-01-01',
};

/** A well with an initial layer of 27,070.90. */
async function wellWithLayer() {
  const { client, company } = await signInToNewCompany();
  const well = await addWell(client);
  const initial = await addLayer(client, well.id);
  return { client, company, well, initial };
}

const layersOf = async (client: SignedIn, wellId: string) =>
  (await (await client.get(`/api/wells/${wellId}/aro-layers`)).json()) as LayerView[];

describe('the initial layer', () => {
  it('is the present value of the cost', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const response = await client.post(PATH, { wellId: well.id, ...TERMS });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      id: expect.stringMatching(/^\d+$/),
      wellId: well.id,
      layerNumber: 1,
      layerType: 'initial',
      measurement: null,
      discountRate: '8.00',
      inflationRate: '2.50',
      effectiveRate: '8.0000',
      effectiveInflationRate: '2.5000',
      exactRate: '8.0000000000',
      ratesFrom: null,
      reason: null,
      pAndACost: '100000.00',
      grossCost: null,
      totalEstimate: '100000.00',
      wellLifespan: 25,
      retirementDate: null,
      calculationDate: '2020-01-01',
      aroValue: '27070.90',
      currentAroValue: '27070.90',
      accretion: '0.00',
      accretedThrough: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: expect.any(String),
      well: {
        id: well.id,
        wellCode: well.wellCode,
        wellName: well.wellName,
        wellStatus: 'Active',
        field: 'OSELVAR',
        activeDate: '2019-07-01',
      },
      status: 'current',
      isReversed: false,
    });
  });

  it.each([
    [
      'numeric texts',
      { pAndACost: '100000.00', discountRate: '8', inflationRate: ' 2.50 ', wellLifespan: '25' },
      '27070.90',
    ],
    ['equal rates', { pAndACost: 50_000, discountRate: 3, inflationRate: 3 }, '50000.00'],
    ['no inflation', { inflationRate: 0, wellLifespan: 1, pAndACost: 108 }, '100.00'],
    ['the largest cost', { pAndACost: '9999999999.99', discountRate: 2.5 }, '9999999999.99'],
    ['the smallest cost', { pAndACost: '0.01' }, '0.00'],
    ['a leap day', { calculationDate: '2024-02-29' }, '27070.90'],
    ['a measurement it has no use for', { measurement: 'remeasure' }, '27070.90'],
  ])('accepts %s', async (_, given, aroValue) => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    expect(await addLayer(client, well.id, given)).toMatchObject({ aroValue, measurement: null });
  });

  it('leaves one calculation input and one audit row', async () => {
    const { client, company, well, initial } = await wellWithLayer();
    const { results } = await env.DB.prepare(
      'select p.* from posting p join layer l on l.recognized_by = p.id where l.id = ?',
    )
      .bind(initial.id)
      .all<Record<string, string>>();
    expect(results).toHaveLength(1);
    const [{ input, ...row }] = results as [Record<string, string>];
    expect(row).toMatchObject({
      user_id: client.userId,
      kind: 'calculation',
      day: '2020-01-01',
      source: 'user',
      movements: 1,
    });
    expect(JSON.parse(input ?? '')).toEqual({
      wellId: well.id,
      layerType: 'initial',
      measurement: null,
      discountRate: '8.00',
      inflationRate: '2.50',
      pAndACost: '100000.00',
      wellLifespan: 25,
      calculationDate: '2020-01-01',
    });
    expect(await auditOf(initial.id, 'aro_layer')).toEqual([
      {
        action: 'aro_layer.calculated',
        userId: client.userId,
        companyId: company.id,
        oldValues: null,
        newValues: expect.objectContaining({
          wellCode: well.wellCode,
          layerNumber: 1,
          aroValue: '27070.90',
        }),
      },
    ]);
  });

  it('can be calculated only once', async () => {
    const { client, well } = await wellWithLayer();
    const response = await expectNothingWritten(() => client.post(PATH, { wellId: well.id, ...TERMS }));
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({
      message: 'This well already has an initial layer',
      errors: { layerType: ['This well already has an initial layer'] },
      requestId: expect.any(String),
    });
  });

  it('is created once when many requests race', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.post(PATH, { wellId: well.id, ...TERMS })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const [layer, ...others] = await layersOf(client, well.id);
    expect(others).toEqual([]);
    expect(await auditOf(layer!.id, 'aro_layer')).toHaveLength(1);
    const inputs = await env.DB.prepare(`select count(*) as count from posting where input ->> 'wellId' = ?`)
      .bind(well.id)
      .first('count');
    expect(inputs).toBe(1);
  });
});

describe('an additional layer', () => {
  // 100,000 over 25 years from 2020-01-01, with five years of accretion: 27,070.90 + 12,705.13 = 39,776.03.
  it.each([
    ['change', {}, '6445.32', '120000.00'],
    ['change', { measurement: undefined }, '6445.32', '120000.00'],
    ['change', { measurement: null }, '6445.32', '120000.00'],
    ['increment', { measurement: 'increment' }, '38671.92', '220000.00'],
    ['remeasure', { measurement: 'remeasure' }, '-1104.11', '120000.00'],
    ['change', { pAndACost: 80_000, inflationRate: 2.5, discountRate: 8 }, '-7031.24', '80000.00'],
    ['change', { pAndACost: 100_000 }, '0.00', '100000.00'],
    ['change', { pAndACost: 0.01, inflationRate: 9, discountRate: 1 }, '-39776.03', '0.01'],
  ])('measures a %s (%j) as %s', async (measurement, given, aroValue, totalEstimate) => {
    const { client, company, well, initial } = await wellWithLayer();
    // Through the day itself, so there is nothing to catch up.
    await accrete(initial, company.id, { periodEnd: '2025-01-01', cents: 1_270_513 });
    const layer = await addLayer(client, well.id, { ...ADDITIONAL, ...given });
    expect(layer).toMatchObject({
      layerNumber: 2,
      layerType: 'additional',
      measurement,
      aroValue,
      currentAroValue: aroValue,
      totalEstimate,
    });
    expect(await auditOf(layer.id, 'aro_layer')).toHaveLength(1);
    expect(await layersOf(client, well.id)).toMatchObject([
      { aroValue: '27070.90', currentAroValue: '39776.03' },
      { aroValue },
    ]);
  });

  it('builds on the layer before it', async () => {
    const { client, well } = await wellWithLayer();
    await addLayer(client, well.id, ADDITIONAL);
    const third = await addLayer(client, well.id, { ...ADDITIONAL, pAndACost: 130_000 });
    expect(third).toMatchObject({ layerNumber: 3, totalEstimate: '130000.00', aroValue: '3222.66' });
  });

  it('requires the initial layer', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const response = await expectNothingWritten(() => client.post(PATH, { wellId: well.id, ...ADDITIONAL }));
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ message: 'Calculate the initial layer first' });
  });

  it('can’t be dated before the previous layer', async () => {
    const { client, well } = await wellWithLayer();
    const body = { wellId: well.id, ...ADDITIONAL, calculationDate: '2019-12-31' };
    const response = await expectNothingWritten(() => client.post(PATH, body));
    expect(response.status).toBe(400);
    const message = 'Calculation date can’t be earlier than the previous layer’s (2020-01-01)';
    expect(await response.json()).toMatchObject({ message, errors: { calculationDate: [message] } });
    expect(await addLayer(client, well.id, { ...body, calculationDate: '2020-01-01' })).toMatchObject({
      layerNumber: 2,
    });
  });

  it('stays within the range of a money column', async () => {
    const { client, well } = await wellWithLayer();
    const body = { wellId: well.id, ...ADDITIONAL, measurement: 'increment', pAndACost: '9999999999.99' };
    const response = await expectNothingWritten(() => client.post(PATH, body));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { pAndACost: [expect.any(String)] } });
  });

  it.each([
    ['change', '6445.32'],
    ['increment', '38671.92'],
    // 38,671.92 less 27,070.91 with four years and a day of accretion.
    ['remeasure', '2932.50'],
  ])('(%s) is planned again when the balance changed meanwhile', async (measurement, aroValue) => {
    const { client, company, well, initial } = await wellWithLayer();
    const ctx = contextInterrupted(client, company.id, () =>
      accrete(initial, company.id, { periodEnd: '2020-12-31', cents: 1 }),
    );
    const input = LayerInput.parse({ wellId: well.id, ...ADDITIONAL, measurement });
    const rows = await readTogether(db, calculationReads({ db, companyId: company.id }, input));
    expect(await calculateLayer(ctx, input, rows)).toMatchObject({ layerNumber: 2, aroValue });
    await expectBooksToCheck(client);
  });

  it('is not posted on a well that was deleted meanwhile', async () => {
    const { client, company, well } = await wellWithLayer();
    const ctx = contextInterrupted(client, company.id, async () => {
      await client.delete(`/api/wells/${well.id}`);
    });
    const input = LayerInput.parse({ wellId: well.id, ...ADDITIONAL });
    const rows = await readTogether(db, calculationReads({ db, companyId: company.id }, input));
    await expect(calculateLayer(ctx, input, rows)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is added once for each concurrent request that returns 201', async () => {
    const { client, well } = await wellWithLayer();
    const body = { wellId: well.id, ...ADDITIONAL };
    const answers = await Promise.all(Array.from({ length: 4 }, () => client.post(PATH, body)));
    const created = answers.filter(({ status }) => status === 201).length;
    expect(created).toBeGreaterThan(0);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({
        message: 'Someone else is changing these layers right now. Nothing was posted. Try again.',
      });
    }
    const layers = await layersOf(client, well.id);
    expect(layers.map(({ layerNumber }) => layerNumber)).toEqual(
      Array.from({ length: created + 1 }, (_, index) => index + 1),
    );
    // The change is posted once. Later requests find an unchanged estimate.
    expect(layers.slice(1).map(({ aroValue }) => aroValue)).toEqual([
      '6445.32',
      ...Array(created - 1).fill('0.00'),
    ]);
  });
});

describe('layer, calculation input and audit row', () => {
  it.each(['layer', 'posting', 'movement', 'audit_log'])(
    'are all missing if the insert into %s fails',
    async (table) => {
      const { client } = await signInToNewCompany();
      const well = await addWell(client);
      const before = await allRows();
      const response = await whileInsertsFail(table, () => client.post(PATH, { wellId: well.id, ...TERMS }));
      expect(response.status).toBe(500);
      expect(await response.text()).not.toMatch(/secret|insert|movement|SQLITE/i);
      expect(await allRows()).toEqual(before);
      expect(await addLayer(client, well.id)).toMatchObject({ layerNumber: 1 });
    },
  );

  it('are written once for a request sent twice with one Idempotency-Key', async () => {
    const { client, well } = await wellWithLayer();
    const body = { wellId: well.id, ...ADDITIONAL, measurement: 'increment' };
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await client.post(PATH, body, headers);
    const again = await client.post(PATH, body, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.json()).toEqual(await first.json());
    expect(await layersOf(client, well.id)).toHaveLength(2);
    expect((await client.post(PATH, { ...body, pAndACost: 1 }, headers)).status).toBe(422);
  });
});
