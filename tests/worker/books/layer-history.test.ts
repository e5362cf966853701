import { describe, expect, it } from 'vitest';
import type { LayerHistoryView } from '~/schemas/books/layer-views';
import { accreteThrough, layersOf, postingsOf, reversePosting } from '../../support/books';
import { addLayer, addWell, TERMS } from '../../support/layers';
import { LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import { type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

const pathOf = (layerId: string) => `/api/aro-layers/${layerId}/history`;

async function historyOf(client: SignedIn, layerId: string): Promise<LayerHistoryView> {
  const response = await client.get(pathOf(layerId));
  expect(response.status).toBe(200);
  return response.json();
}

/** Id of the company's only well. */
async function wellIdOf(client: SignedIn): Promise<string> {
  const [well] = await (await client.get('/api/wells')).json<{ id: string }[]>();
  return well!.id;
}

describe('GET /api/aro-layers/{layerId}/history', () => {
  it('explains how the layer reached its balance', async () => {
    const { client, company } = await signInToNewCompany();
    const { id } = await addWell(client);
    const first = await addLayer(client, id);
    const second = await addLayer(client, id, { layerType: 'additional', pAndACost: 120_000 });
    for (const [periodType, periodEnd] of [
      ['annually', '2020-12-31'],
      ['monthly', '2021-01-31'],
    ]) {
      expect((await client.post('/api/accretion/calculate', { periodType, periodEnd })).status).toBe(200);
    }
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const response = await viewer.get(pathOf(second.id));
    expect(response.status).toBe(200);
    const history: LayerHistoryView = await response.json();
    const trace = {
      userId: client.userId,
      user: { id: client.userId, name: 'Test Person', email: client.email },
      createdAt: expect.any(String),
    };
    expect(history).toEqual({
      layer: {
        ...second,
        currentAroValue: '5886.29',
        accretion: '472.11',
        accretedThrough: '2021-01-31',
        updatedAt: expect.any(String),
      },
      origin: 'calculated',
      recognition: {
        postingId: expect.stringMatching(/^\d+$/),
        kind: 'calculation',
        effectiveOn: '2020-01-01',
        liability: '5414.18',
        reversed: null,
      },
      calculation: {
        ...trace,
        parameters: {
          wellId: id,
          layerType: 'additional',
          measurement: 'change',
          discountRate: '8.00',
          inflationRate: '2.50',
          pAndACost: '120000.00',
          wellLifespan: 25,
          calculationDate: '2020-01-01',
        },
      },
      scenarios: null,
      rateReason: null,
      companyRates: null,
      formula: ['(120,000.00 − 100,000.00) × 1.025^25 ÷ 1.08^25 = 5,414.18'],
      accretion: [
        expect.objectContaining({
          periodStart: '2020-01-01',
          coveredFrom: '2020-01-01',
          periodEnd: '2020-12-31',
          accretionExpense: '433.13',
          posted: trace,
          reversed: null,
        }),
        expect.objectContaining({
          periodStart: '2020-12-31',
          // The end of the last period is not covered twice.
          coveredFrom: '2021-01-01',
          periodEnd: '2021-01-31',
          beginningAro: '5847.31',
          accretionExpense: '38.98',
          endingAro: '5886.29',
          method: 'simple',
          timeYears: '0.083333333333',
          source: 'user',
          posted: trace,
        }),
      ],
    });
    const initial: LayerHistoryView = await (await client.get(pathOf(first.id))).json();
    expect(initial.formula).toEqual(['100,000.00 × 1.025^25 ÷ 1.08^25 = 27,070.90']);
    expect(initial.accretion).toHaveLength(2);
  });

  it('of a layer with a given value does not call it calculated', async () => {
    const { client, company } = await signInToNewCompany();
    const initial = { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A', aroValue: '30000' };
    const { job, rejected } = await upload(client, company.id, [
      initial,
      {
        ...initial,
        layerType: 'additional',
        measurement: 'change',
        pAndACost: '80000',
        aroValue: '-500',
        calculationDate: '2021-01-01',
      },
    ]);
    expect(rejected).toEqual([]);
    const [first, second] = await layersOf(client, await wellIdOf(client));
    const history = await historyOf(client, first!.id);
    expect(history).toMatchObject({
      origin: 'imported',
      recognition: { liability: '30000.00' },
      formula: ['100,000.00 × 1.025^25 ÷ 1.08^25 = 27,070.90', 'Value entered directly: 30,000.00'],
      calculation: {
        userId: client.userId,
        parameters: { layerType: 'initial', aroValue: '30000.00', massUploadId: job.massUploadId },
      },
    });
    const reduced = await historyOf(client, second!.id);
    expect(reduced.origin).toBe('imported');
    expect(reduced.formula.at(-1)).toBe('Value entered directly: −500.00');
  });

  it('of an imported balance begins with that balance', async () => {
    const { client, company } = await signInToNewCompany();
    const row = { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A', currentAroValue: '40000' };
    await upload(client, company.id, [row], { asOf: '2022-06-30' });
    await accreteThrough(client, '2022-07-31');
    const [layer] = await layersOf(client, await wellIdOf(client));
    const history = await historyOf(client, layer!.id);
    expect(history).toMatchObject({
      origin: 'imported',
      recognition: { kind: 'opening', effectiveOn: '2022-06-30', liability: '40000.00' },
      accretion: [{ periodStart: '2022-06-30', coveredFrom: '2022-07-01', beginningAro: '40000.00' }],
    });
  });

  it('shows each layer’s own terms when many were calculated together', async () => {
    const { client } = await signInToNewCompany();
    const wells = [
      await addWell(client, { activeDate: '2019-07-01' }),
      await addWell(client, { activeDate: '2020-02-01' }),
    ];
    const response = await client.post('/api/aro-layers/calculate-all', {
      ...TERMS,
      scope: 'field',
      field: 'OSELVAR',
      calculationDate: null,
    });
    expect(response.status).toBe(200);
    for (const { id, activeDate } of wells) {
      const [layer] = await layersOf(client, id);
      const { calculation } = await historyOf(client, layer!.id);
      expect(calculation?.parameters).toEqual({
        wellId: id,
        layerType: 'initial',
        measurement: null,
        discountRate: '8.00',
        inflationRate: '2.50',
        pAndACost: '100000.00',
        wellLifespan: 25,
        calculationDate: activeDate,
        scope: 'field',
        field: 'OSELVAR',
      });
    }
  });

  it('shows what was reversed, by whom and why', async () => {
    const { client } = await signInToNewCompany();
    const { id } = await addWell(client);
    const layer = await addLayer(client, id, { calculationDate: '2023-12-31' });
    await accreteThrough(client, '2024-01-31');
    await accreteThrough(client, '2024-02-29');
    const [february] = await postingsOf(client, 'kind=accretion');
    await reversePosting(client, february!.id, { reason: 'Wrong rate' });
    await accreteThrough(client, '2024-02-29');
    const reversed = {
      postingId: expect.stringMatching(/^\d+$/),
      effectiveOn: '2024-02-29',
      reason: 'Wrong rate',
      userId: client.userId,
      user: { id: client.userId, name: 'Test Person', email: client.email },
      createdAt: expect.any(String),
    };
    const { accretion } = await historyOf(client, layer.id);
    expect(accretion.map((record) => [record.coveredFrom, record.periodEnd, record.reversed])).toEqual([
      // A layer recognized on the last day of a month doesn't cover that day.
      ['2024-01-01', '2024-01-31', null],
      ['2024-02-01', '2024-02-29', reversed],
      ['2024-02-01', '2024-02-29', null],
    ]);
    expect(accretion[1]!.postingId).toBe(february!.id);

    const [calculation] = await postingsOf(client, 'kind=calculation');
    await reversePosting(client, calculation!.id, { reason: 'Entered twice', includeLater: true });
    const gone = await historyOf(client, layer.id);
    expect(gone.layer).toMatchObject({
      status: 'historical',
      currentAroValue: '0.00',
      accretedThrough: null,
    });
    expect(gone.recognition.reversed).toMatchObject({ reason: 'Entered twice', effectiveOn: '2023-12-31' });
    expect(gone.accretion.every((record) => record.reversed !== null)).toBe(true);
    // Its replacement is an initial layer again, measured against nothing.
    const again = await addLayer(client, id, { pAndACost: 50_000 });
    expect(again).toMatchObject({ layerNumber: 2, layerType: 'initial' });
    expect((await historyOf(client, again.id)).formula).toHaveLength(1);
    const third = await addLayer(client, id, { layerType: 'additional', pAndACost: 60_000 });
    expect((await historyOf(client, third.id)).formula[0]).toMatch(/^\(60,000\.00 − 50,000\.00\)/);
  });

  it('is hidden from other companies', async () => {
    const { client } = await signInToNewCompany();
    const layer = await addLayer(client, (await addWell(client)).id);
    const other = await signInToNewCompany();
    for (const id of [layer.id, '999999999', '0', '-1', '1.5', crypto.randomUUID()]) {
      const response = await other.client.get(pathOf(id));
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ message: 'Layer not found' });
    }
  });
});
