import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { LayerHistoryView } from '~/schemas/platform/views';
import { addLayer, addWell } from '../../support/layers';
import { signIn, signInToNewCompany } from '../../support/worker';

const pathOf = (layerId: string) => `/api/aro-layers/${layerId}/history`;

describe('GET /api/aro-layers/{layerId}/history', () => {
  it('tells how the layer came to what it carries', async () => {
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
        accretedThrough: '2021-01-31',
        updatedAt: expect.any(String),
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
      formula: ['(120,000.00 − 100,000.00) × 1.025^25 ÷ 1.08^25 = 5,414.18'],
      accretion: [
        expect.objectContaining({ periodStart: '2020-01-01', accretionExpense: '433.13', posted: trace }),
        expect.objectContaining({
          periodStart: '2020-12-31',
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

  it('of a layer that came in without a calculation or a posting', async () => {
    const { client } = await signInToNewCompany();
    const { id } = await addWell(client);
    const layer = await addLayer(client, id);
    await client.post('/api/accretion/calculate', { periodType: 'annually', periodEnd: '2020-12-31' });
    await env.DB.batch([
      env.DB.prepare('delete from calculation_input where entity_id = ?').bind(layer.id),
      env.DB.prepare('update aro_layer set aro_value_cents = 3000000 where id = ?').bind(layer.id),
      env.DB.prepare("update accretion_record set posting_id = 'elsewhere' where aro_layer_id = ?").bind(
        layer.id,
      ),
    ]);
    const history: LayerHistoryView = await (await client.get(pathOf(layer.id))).json();
    expect(history).toMatchObject({
      calculation: null,
      formula: ['100,000.00 × 1.025^25 ÷ 1.08^25 = 27,070.90', 'Recorded as given: 30,000.00'],
      accretion: [{ posted: null }],
    });
  });

  it('is not there for other companies', async () => {
    const { client } = await signInToNewCompany();
    const layer = await addLayer(client, (await addWell(client)).id);
    const other = await signInToNewCompany();
    for (const id of [layer.id, crypto.randomUUID()]) {
      const response = await other.client.get(pathOf(id));
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ message: 'Layer not found' });
    }
  });
});
