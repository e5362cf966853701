import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type {
  AccretionView,
  LayerBatchResult,
  LayerHistoryView,
  LayerView,
} from '~/schemas/books/layer-views';
import type { MaturityView } from '~/schemas/reports/report-views';
import type { WellView } from '~/schemas/wells/well-views';
import { accreteThrough, bodyOf, expectBooksToCheck, postingsOf, reversePosting } from '../../support/books';
import { addLayer, addWell, TERMS } from '../../support/layers';
import { LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import { auditOf } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const { wellLifespan: _, ...WITHOUT_LIFE } = TERMS;
const CALCULATE = '/api/aro-layers/calculate';

async function calculate(client: SignedIn, body: Record<string, unknown>, query = '') {
  return client.post(`${CALCULATE}${query}`, { ...WITHOUT_LIFE, ...body });
}

async function wellOf(client: SignedIn, id: string): Promise<WellView> {
  return bodyOf(await client.get(`/api/wells/${id}`));
}

describe('a calculation to a retirement date', () => {
  it('uses the exact time, and later layers keep the date', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    expect(well.retirementDate).toBeNull();
    const given = { wellId: well.id, calculationDate: '2020-01-15', retirementDate: '2045-01-15' };
    const preview = await calculate(client, given, '?preview=true');
    expect(preview.status).toBe(200);
    expect((await wellOf(client, well.id)).retirementDate).toBeNull();

    const answer = await calculate(client, given);
    const layer: LayerView = await bodyOf(answer, 201);
    // Exactly 25 years.
    expect(layer).toMatchObject({ aroValue: '27070.90', wellLifespan: 25, retirementDate: '2045-01-15' });
    expect((await wellOf(client, well.id)).retirementDate).toBe('2045-01-15');

    const next = await calculate(client, {
      wellId: well.id,
      layerType: 'additional',
      measurement: 'increment',
      calculationDate: '2024-07-15',
    });
    const later: LayerView = await bodyOf(next, 201);
    expect(later).toMatchObject({ wellLifespan: 21, retirementDate: '2045-01-15' });
    const history: LayerHistoryView = await bodyOf(await client.get(`/api/aro-layers/${later.id}/history`));
    expect(history.formula[0]).toContain('100,000.00 × 1.025^20.5 ÷ 1.08^20.5 =');
    expect(history.calculation!.parameters).toMatchObject({ retirementDate: '2045-01-15' });
    const [entry] = await auditOf(later.id, 'aro_layer');
    expect(entry).toMatchObject({ newValues: { retirementDate: '2045-01-15', wellLifespan: 21 } });
    await expectBooksToCheck(client);
  });

  it('accretes to that day and no further', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const terms = { calculationDate: '2026-01-15', retirementDate: '2026-04-10', wellLifespan: undefined };
    await addLayer(client, well.id, terms);
    for (const end of ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']) {
      await accreteThrough(client, end);
    }
    const records: AccretionView[] = await bodyOf(await client.get('/api/accretion'));
    const times = records
      .toSorted((a, b) => (a.periodEnd < b.periodEnd ? -1 : 1))
      .map(({ timeYears }) => timeYears);
    // 17 of 31 days, two months, 9 of 30 days.
    expect(times).toEqual(['0.045698924731', '0.083333333333', '0.083333333333', '0.025000000000']);
    const spans: MaturityView[] = await bodyOf(await client.get('/api/reports/maturities?asOf=2026-02-28'));
    expect(spans.find(({ year }) => year === 1)!.discounted).not.toBe('0.00');
    expect(spans.find(({ year }) => year === 2)!.discounted).toBe('0.00');
    const csv = await (await client.get('/api/aro-layers?format=csv')).text();
    expect(csv.split('\r\n')[0]).toContain('wellLifespan,retirementDate');
    expect(csv).toContain(',1,2026-04-10,');
  });

  it('is due in the span of its date, not of its rounded-up lifespan', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const terms = { calculationDate: '2026-01-15', retirementDate: '2028-02-01', wellLifespan: undefined };
    await addLayer(client, well.id, terms);
    const spans: MaturityView[] = await bodyOf(await client.get('/api/reports/maturities?asOf=2026-03-31'));
    expect(spans.filter(({ discounted }) => discounted !== '0.00').map(({ year }) => year)).toEqual([2]);
  });

  it('uses a given lifespan, whatever the well’s date', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client, { retirementDate: '2040-06-30' });
    const layer = await addLayer(client, well.id, { wellLifespan: 25 });
    expect(layer).toMatchObject({ wellLifespan: 25, retirementDate: null, aroValue: '27070.90' });
    expect((await wellOf(client, well.id)).retirementDate).toBe('2040-06-30');
  });

  it.each([
    [
      'on the calculation date',
      '2020-01-01',
      'Retirement date must be after the calculation date, 2020-01-01',
    ],
    ['before it', '2019-12-31', 'Retirement date must be after the calculation date, 2020-01-01'],
    ['that is none', '2030-02-30', 'Must be a valid date (YYYY-MM-DD)'],
  ])('rejects a retirement date %s', async (_name, retirementDate, message) => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const answer = await calculate(client, { wellId: well.id, retirementDate });
    expect(await bodyOf(answer, 400)).toMatchObject({ errors: { retirementDate: [message] } });
  });
});

describe("a well's retirement date", () => {
  it('is stored with the well, kept when omitted, and cleared by null', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client, { retirementDate: '2040-06-30' });
    expect(well.retirementDate).toBe('2040-06-30');
    const { wellCode, wellName, wellStatus, field, activeDate } = well;
    const put = async (given: object) => {
      const answer = await client.put(`/api/wells/${well.id}`, {
        wellCode,
        wellName,
        wellStatus,
        field,
        activeDate,
        ...given,
      });
      expect(answer.status).toBe(200);
      return (await bodyOf<WellView>(answer)).retirementDate;
    };
    expect(await put({})).toBe('2040-06-30');
    expect(await put({ retirementDate: '2041-06-30' })).toBe('2041-06-30');
    const layer: LayerView = await bodyOf(await calculate(client, { wellId: well.id }), 201);
    expect(layer.retirementDate).toBe('2041-06-30');
    expect(await put({ retirementDate: null })).toBeNull();
    const more = { wellId: well.id, layerType: 'additional', calculationDate: '2026-01-01' };
    const refused = await calculate(client, more);
    expect(await bodyOf(refused, 400)).toMatchObject({
      errors: { wellLifespan: ['Well lifespan must be at least 1 year'] },
    });
  });
});

it('must be after the well’s active date', async () => {
  const { client } = await signInToNewCompany();
  const { id, wellCode, wellName, wellStatus, field, activeDate } = await addWell(client);
  const given = { wellCode, wellName, wellStatus, field, activeDate, retirementDate: activeDate };
  const errors = { retirementDate: ['Retirement date must be after the active date'] };
  const changed = await client.put(`/api/wells/${id}`, given);
  expect(await bodyOf(changed, 400)).toMatchObject({ errors });
  const added = await client.post('/api/wells', { ...given, wellCode: 'A-2' });
  expect(await bodyOf(added, 400)).toMatchObject({ errors });
  expect((await wellOf(client, id)).retirementDate).toBeNull();
});

describe('a calculation of many wells to a retirement date', () => {
  it('gives each well its exact time, and names the wells that begin after it', async () => {
    const { client } = await signInToNewCompany();
    const early = await addWell(client, { activeDate: '2020-01-01' });
    const late = await addWell(client, { activeDate: '2025-01-01' });
    const tooLate = await addWell(client, { activeDate: '2030-01-01' });
    await addWell(client, { field: 'ELSEWHERE' });
    const answer = await client.post('/api/aro-layers/calculate-all', {
      ...WITHOUT_LIFE,
      scope: 'field',
      field: early.field,
      calculationDate: null,
      retirementDate: '2026-10-01',
    });
    const { results, refusals }: LayerBatchResult = await bodyOf(answer);
    expect(results.map(({ wellId }) => wellId).sort()).toEqual([early.id, late.id].sort());
    // 100,000 × (1.025 ÷ 1.08)^6.75 and ^1.75
    expect(results.map(({ aroValue }) => Math.round(Number(aroValue)))).toEqual([
      Math.round(100_000 * (1.025 / 1.08) ** 6.75),
      Math.round(100_000 * (1.025 / 1.08) ** 1.75),
    ]);
    expect(refusals.map(({ wellId }) => wellId)).toEqual([tooLate.id]);
    expect((await wellOf(client, late.id)).retirementDate).toBe('2026-10-01');
    expect((await wellOf(client, tooLate.id)).retirementDate).toBeNull();
  });

  it('reports a missing life of the wells only once', async () => {
    const { client } = await signInToNewCompany();
    await addWell(client);
    const answer = await client.post('/api/aro-layers/calculate-all', { ...WITHOUT_LIFE, scope: 'all' });
    expect(await bodyOf(answer, 400)).toMatchObject({
      errors: { wellLifespan: ['Well lifespan must be at least 1 year'] },
    });
  });
});

describe('the retirement date of a well whose layer is reversed', () => {
  const LATER = {
    layerType: 'additional',
    measurement: 'increment',
    calculationDate: '2024-07-15',
    retirementDate: '2050-12-31',
  };

  async function reverseNewest(client: SignedIn) {
    const newest = (await postingsOf(client, 'kind=calculation')).find((one) => one.reversedById === null);
    await bodyOf(await reversePosting(client, newest!.id), 201);
  }

  it('returns to that of the remaining layers', async () => {
    const { client } = await signInToNewCompany();
    const { id: wellId } = await addWell(client);
    const initial = { wellId, calculationDate: '2020-01-15', retirementDate: '2045-01-15' };
    await bodyOf(await calculate(client, initial), 201);
    await bodyOf(await calculate(client, { wellId, ...LATER }), 201);
    expect((await wellOf(client, wellId)).retirementDate).toBe('2050-12-31');
    await reverseNewest(client);
    expect((await wellOf(client, wellId)).retirementDate).toBe('2045-01-15');
    await reverseNewest(client);
    expect((await wellOf(client, wellId)).retirementDate).toBeNull();
    await expectBooksToCheck(client);
  });

  it('returns to what a user entered, and keeps a later entry', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const put = async (retirementDate: string) =>
      bodyOf(await client.put(`/api/wells/${well.id}`, { ...well, retirementDate }));
    await put('2040-06-30');
    await bodyOf(await calculate(client, { wellId: well.id, calculationDate: '2020-01-15' }), 201);
    await bodyOf(await calculate(client, { wellId: well.id, ...LATER }), 201);
    await reverseNewest(client);
    expect((await wellOf(client, well.id)).retirementDate).toBe('2040-06-30');
    await bodyOf(await calculate(client, { wellId: well.id, ...LATER }), 201);
    await put('2048-06-30');
    await reverseNewest(client);
    expect((await wellOf(client, well.id)).retirementDate).toBe('2048-06-30');
  });

  it('ignores a date that the well merely kept during another change', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client, { retirementDate: '2040-06-30' });
    const initial = { wellId: well.id, calculationDate: '2020-01-15' };
    await bodyOf(await calculate(client, { ...initial, retirementDate: '2045-01-15' }), 201);
    const named = await wellOf(client, well.id);
    await bodyOf(await client.put(`/api/wells/${well.id}`, { ...named, wellName: 'Renamed' }));
    await reverseNewest(client);
    expect((await wellOf(client, well.id)).retirementDate).toBe('2040-06-30');
    await bodyOf(await calculate(client, { ...initial, retirementDate: '2050-12-31' }), 201);
    await reverseNewest(client);
    expect((await wellOf(client, well.id)).retirementDate).toBe('2040-06-30');
  });

  it('is unchanged by a layer that took it from the well', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client, { retirementDate: '2040-06-30' });
    await bodyOf(await calculate(client, { wellId: well.id, calculationDate: '2020-01-15' }), 201);
    const { version } = await wellOf(client, well.id);
    await reverseNewest(client);
    expect(await wellOf(client, well.id)).toMatchObject({ retirementDate: '2040-06-30', version });
  });

  it('returns to the date from a file', async () => {
    const { client, company } = await signInToNewCompany();
    await upload(client, company.id, [
      { ...WELL_ROW, wellCode: 'OWN', retirementDate: '2040-06-30' },
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'LAYER', wellLifespan: undefined, retirementDate: '2044-07-16' },
    ]);
    const wells: WellView[] = await bodyOf(await client.get('/api/wells'));
    const own = wells.find(({ wellCode }) => wellCode === 'OWN')!;
    await bodyOf(await calculate(client, { wellId: own.id, ...LATER, layerType: 'initial' }), 201);
    expect((await wellOf(client, own.id)).retirementDate).toBe('2050-12-31');
    await reverseNewest(client);
    expect((await wellOf(client, own.id)).retirementDate).toBe('2040-06-30');

    const { id } = wells.find(({ wellCode }) => wellCode === 'LAYER')!;
    expect((await wellOf(client, id)).retirementDate).toBe('2044-07-16');
    await reverseNewest(client);
    expect((await wellOf(client, id)).retirementDate).toBeNull();
    await expectBooksToCheck(client);
  });

  it('is what a user entered between layers that are reversed together', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const initial = { wellId: well.id, calculationDate: '2020-01-15', retirementDate: '2045-01-15' };
    await bodyOf(await calculate(client, initial), 201);
    await bodyOf(await client.put(`/api/wells/${well.id}`, { ...well, retirementDate: '2048-06-30' }));
    await bodyOf(await calculate(client, { wellId: well.id, ...LATER }), 201);
    const [first] = (await postingsOf(client, 'kind=calculation')).toSorted(
      (a, b) => Number(a.id) - Number(b.id),
    );
    await bodyOf(await reversePosting(client, first!.id, { includeLater: true }), 201);
    expect((await wellOf(client, well.id)).retirementDate).toBe('2048-06-30');
  });

  it('remains if a revision kept the previous layer’s date', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    await addLayer(client, well.id, { wellLifespan: 25 });
    const rows = [{ wellCode: well.wellCode, pAndACost: '90000' }];
    await bodyOf(await client.post('/api/revisions', { date: '2024-07-15', mode: 'all', rows }), 201);
    const [revision] = (await bodyOf<LayerView[]>(await client.get('/api/aro-layers'))).filter(
      ({ layerNumber }) => layerNumber === 2,
    );
    const { retirementDate } = revision!;
    await bodyOf(await client.put(`/api/wells/${well.id}`, { ...well, retirementDate }));
    await reverseNewest(client);
    expect((await wellOf(client, well.id)).retirementDate).toBe(retirementDate);
  });
});

it('a layer created before layers stored the date they replaced gets it from the audit log', async () => {
  const { client, company } = await signInToNewCompany();
  const entered = await addWell(client, { wellCode: 'ENTERED', retirementDate: '2040-06-30' });
  await bodyOf(await calculate(client, { wellId: entered.id, calculationDate: '2020-01-15' }), 201);
  const later = { wellId: entered.id, layerType: 'additional', measurement: 'increment' };
  const named = { ...later, calculationDate: '2024-07-15', retirementDate: '2050-12-31' };
  await bodyOf(await calculate(client, named), 201);
  await bodyOf(await calculate(client, { ...named, retirementDate: '2052-12-31' }), 201);
  await upload(client, company.id, [
    { ...WELL_ROW, wellCode: 'OWN', retirementDate: '2040-06-30' },
    { ...WELL_ROW, ...LAYER_ROW, wellCode: 'ROW', wellLifespan: undefined, retirementDate: '2044-07-16' },
  ]);
  const wells: WellView[] = await bodyOf(await client.get('/api/wells'));
  const { id: own } = wells.find(({ wellCode }) => wellCode === 'OWN')!;
  await bodyOf(await calculate(client, { wellId: own, calculationDate: '2020-01-15' }), 201);
  const kept = async () => {
    const { results } = await env.DB.prepare(
      `select w.well_code || ' ' || l.layer_number as layer, l.retirement_before as day
      from layer l join well w on w.ledger_id = l.well where w.company_id = ? order by layer`,
    )
      .bind(company.id)
      .all<{ layer: string; day: string | null }>();
    return results.map(({ layer, day }) => [layer, day]);
  };
  const asPosted = [
    ['ENTERED 1', '2040-06-30'],
    ['ENTERED 2', '2040-06-30'],
    ['ENTERED 3', '2050-12-31'],
    ['OWN 1', '2040-06-30'],
    ['ROW 1', null],
  ];
  expect(await kept()).toEqual(asPosted);

  const migration = env.TEST_MIGRATIONS.find(({ name }) => name === '0026_retirement_before.sql')!;
  const [, backfill, dropTrigger, createTrigger] = migration.queries;
  await env.DB.prepare(dropTrigger!).run();
  await env.DB.prepare(`update layer set retirement_before = 'lost'`).run();
  await env.DB.prepare(`update layer set retirement_before = null where retirement_date is null`).run();
  await env.DB.batch([backfill!, createTrigger!].map((query) => env.DB.prepare(query)));
  expect(await kept()).toEqual(asPosted);
});
