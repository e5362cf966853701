import { describe, expect, it } from 'vitest';
import type { LayerBatchResult, LayerView } from '~/schemas/books/layer-views';
import type { RollforwardView } from '~/schemas/reports/report-views';
import { addLayer, addWell, TERMS } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

async function post(client: SignedIn, periodType: string, periodEnd: string): Promise<void> {
  const response = await client.post('/api/accretion/calculate', { periodType, periodEnd });
  expect(response.status).toBe(200);
}

async function layersOn(client: SignedIn, wellId: string, asOf?: string): Promise<LayerView[]> {
  const response = await client.get(`/api/wells/${wellId}/aro-layers${asOf ? `?asOf=${asOf}` : ''}`);
  expect(response.status).toBe(200);
  return response.json();
}

/** Liability at the end of a day, per the rollforward. */
async function owedOn(client: SignedIn, day: string): Promise<string[]> {
  const query = `beginDate=2000-01-01&endDate=${day}`;
  const response = await client.get(`/api/reports/aro-rollforward?${query}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as RollforwardView[]).map(({ endingBalance }) => endingBalance);
}

/** A well with a layer of 27,070.90 from 2020, accreted yearly through 2025; 31,575.50 at the end of 2021. */
async function accretedWell() {
  const { client, company } = await signInToNewCompany();
  const well = await addWell(client);
  await addLayer(client, well.id);
  for (const year of [2020, 2021, 2022, 2023, 2024, 2025]) await post(client, 'annually', `${year}-12-31`);
  return { client, company, well };
}

const REDUCED = {
  layerType: 'additional',
  measurement: 'change',
  pAndACost: 1,
  inflationRate: 8,
  calculationDate: '2022-06-30',
};

describe('an additional layer', () => {
  it('can’t reduce the liability by more than the carrying amount on its day, whatever is posted later', async () => {
    const { client, well } = await accretedWell();
    const layer = await addLayer(client, well.id, REDUCED);
    // 31,575.50 with half a year of accretion at 8%.
    expect(layer.aroValue).toBe('-32838.52');
    expect(await owedOn(client, '2022-06-30')).toEqual(['0.00']);
  });

  it('remeasures the liability as of its own day', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    await addLayer(client, well.id, {
      pAndACost: 1_000_000,
      wellLifespan: 20,
      calculationDate: '2025-12-31',
    });
    for (let month = 1; month <= 10; month += 1) {
      const days = new Date(Date.UTC(2026, month, 0)).getUTCDate();
      await post(client, 'monthly', `2026-${String(month).padStart(2, '0')}-${days}`);
    }
    const remeasured = { pAndACost: 1_000_000, wellLifespan: 20, discountRate: 7 };
    await addLayer(client, well.id, {
      ...remeasured,
      layerType: 'additional',
      measurement: 'remeasure',
      calculationDate: '2026-06-30',
    });
    // 1,000,000 × (1.025 ÷ 1.07)^20
    expect(await owedOn(client, '2026-06-30')).toEqual(['423449.63']);
  });

  it('of all wells is measured on the day given for all', async () => {
    const { client } = await accretedWell();
    const response = await client.post('/api/aro-layers/calculate-all', {
      ...TERMS,
      ...REDUCED,
      scope: 'all',
    });
    const { results } = (await response.json()) as LayerBatchResult;
    expect(results.map(({ aroValue }) => aroValue)).toEqual(['-32838.52']);
  });
});

describe('GET /api/wells/{wellId}/aro-layers?asOf', () => {
  it('returns each layer’s balance at the end of a day', async () => {
    const { client, well } = await accretedWell();
    const [now] = await layersOn(client, well.id);
    const standing = ({ currentAroValue, accretedThrough }: LayerView) => [currentAroValue, accretedThrough];
    expect(now!.accretedThrough).toBe('2025-12-31');
    for (const [asOf, expected] of [
      ['2020-12-30', ['27070.90', null]],
      ['2020-12-31', ['29236.57', '2020-12-31']],
      ['2021-12-30', ['29236.57', '2020-12-31']],
      ['2021-12-31', ['31575.50', '2021-12-31']],
      ['2025-12-31', standing(now!)],
      ['2030-01-01', standing(now!)],
    ] as const) {
      const [layer, ...others] = await layersOn(client, well.id, asOf);
      expect(standing(layer!), asOf).toEqual(expected);
      expect(others).toEqual([]);
      expect(await owedOn(client, asOf)).toEqual([layer!.currentAroValue]);
    }
  });

  it('rejects an invalid day', async () => {
    const { client, well } = await accretedWell();
    await expectRefusal(() => client.get(`/api/wells/${well.id}/aro-layers?asOf=2022-02-30`), 400, {
      errors: { asOf: ['Must be a valid date (YYYY-MM-DD)'] },
    });
  });
});
