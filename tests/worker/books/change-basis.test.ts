import { describe, expect, it } from 'vitest';
import type {
  LayerHistoryView,
  LayerPreview,
  LayerView,
  ListedLayerView,
  WellLayerView,
} from '~/schemas/books/layer-views';
import type { RevisionPreview } from '~/schemas/books/revision';
import type { MaturityView } from '~/schemas/reports/report-views';
import type { WellView } from '~/schemas/wells/well-views';
import { accreteThrough, bodyOf, expectBooksToCheck, postingsOf, reversePosting } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { csvOf, upload } from '../../support/mass-upload';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const DAY = '2025-01-01';
/** 100,000.00 of 2020, five years later at 2.5%. */
const REPRICED = '113140.82';

/** A well estimated at 100,000.00 on January 1, 2020, at 2.5% and 8% over 25 years, carrying 39,776.03 five years later. */
async function fiveYearsOn(settings: object = { changeBasis: 'repriced' }) {
  const { client, company } = await signInToNewCompany();
  const path = `/api/companies/${company.id}/settings`;
  await bodyOf(await client.put(path, { accretionMethod: 'effective', ...settings }));
  const well = await addWell(client, { wellCode: 'A-1' });
  await addLayer(client, well.id);
  await accreteThrough(client, '2024-12-31');
  return { client, company, well, set: async (given: object) => bodyOf(await client.put(path, given)) };
}

type Terms = { pAndACost: number; discountRate?: number; inflationRate?: number; measurement?: string };
const revised = (
  well: WellView,
  { pAndACost, discountRate = 8, inflationRate = 2.5, measurement }: Terms,
) => ({
  wellId: well.id,
  layerType: 'additional',
  measurement,
  pAndACost,
  discountRate,
  inflationRate,
  wellLifespan: 20,
  calculationDate: DAY,
});
const preview = async (client: SignedIn, well: WellView, terms: Terms) => {
  const response = await client.post('/api/aro-layers/calculate?preview=true', revised(well, terms));
  return bodyOf<LayerPreview>(response);
};
const layersOf = async (client: SignedIn, { id }: WellView, asOf = DAY) =>
  bodyOf<WellLayerView[]>(await client.get(`/api/wells/${id}/aro-layers?asOf=${asOf}`));
const reviseAll = async (client: SignedIn, rows: object[]) =>
  bodyOf<RevisionPreview>(await client.post('/api/revisions/preview', { date: DAY, rows }));

describe('a change in estimate', () => {
  it('is compared with the previous estimate as stated by default', async () => {
    const { client, well } = await fiveYearsOn({});
    const { formula, postings } = await preview(client, well, { pAndACost: 113_140.82 });
    expect(postings.at(-1)!.totals.liability).toBe('4619.82');
    expect(formula).toEqual(['(113,140.82 − 100,000.00) × 1.025^20 ÷ 1.08^20 = 4,619.82']);
    // The repriced estimate is shown either way.
    expect(await layersOf(client, well)).toMatchObject([
      { estimateLeft: '100000.00', repricedEstimate: REPRICED },
    ]);
    const { rows } = await reviseAll(client, [
      { wellCode: 'A-1', pAndACost: '113140.82', discountRate: '8', inflationRate: '2.5', wellLifespan: 20 },
    ]);
    expect(rows).toMatchObject([
      { previousEstimate: '100000.00', repricedEstimate: REPRICED, change: '13140.82', aroValue: '4619.82' },
    ]);
  });

  it.each([
    ['nothing for the same work', { pAndACost: 113_140.82 }, '0.00'],
    ['an increase', { pAndACost: 120_000, discountRate: 9, inflationRate: 3 }, '2210.48'],
    ['a decrease, though the amount is higher', { pAndACost: 110_000 }, '-1104.19'],
    ['a decrease', { pAndACost: 98_000 }, '-5322.94'],
  ] as const)('from an estimate repriced to its date is %s', async (_, terms, value) => {
    const { client, well } = await fiveYearsOn();
    const { formula, postings } = await preview(client, well, terms);
    expect(postings.at(-1)!.totals.liability).toBe(value);
    expect(formula[0]).toBe('Previous estimate at this calculation’s price level: 113,140.82');
    const layer = await bodyOf<LayerView>(
      await client.post('/api/aro-layers/calculate', revised(well, terms)),
      201,
    );
    expect(layer).toMatchObject({ aroValue: value, totalEstimate: `${terms.pAndACost.toFixed(2)}` });
    const [, listed] = await bodyOf<ListedLayerView[]>(await client.get(`/api/aro-layers?wellId=${well.id}`));
    expect(listed!.previousEstimate).toBe(REPRICED);
    const history = await client.get(`/api/aro-layers/${layer.id}/history`);
    expect((await bodyOf<LayerHistoryView>(history)).formula).toEqual(formula);
    await expectBooksToCheck(client);
  });

  it('makes the maturities equal the new estimate at retirement prices', async () => {
    const { client, well } = await fiveYearsOn();
    await bodyOf(await client.post('/api/aro-layers/calculate', revised(well, { pAndACost: 98_000 })), 201);
    await accreteThrough(client, '2025-01-31');
    const spans = await bodyOf<MaturityView[]>(await client.get('/api/reports/maturities?asOf=2025-01-31'));
    const undiscounted = spans.reduce((sum, span) => sum + Number(span.undiscounted), 0);
    // 98,000.00 × 1.025^20, except for the cents that twenty years of accretion add to a rounded layer.
    expect(undiscounted).toBeCloseTo(160_584.41, 0);
  });

  it('builds on the repriced estimate of the previous layer, and returns to it when reversed', async () => {
    const { client, well } = await fiveYearsOn();
    await bodyOf(
      await client.post(
        '/api/aro-layers/calculate',
        revised(well, { pAndACost: 120_000, discountRate: 9, inflationRate: 3 }),
      ),
      201,
    );
    const provided = async () =>
      (await layersOf(client, well, '2030-01-01')).map((one) => one.repricedEstimate);
    // 128,008.45 for the first layer, and 6,859.18 × 1.03^5 for the second.
    expect(await provided()).toEqual([null, '135960.12']);
    const [calculation] = await postingsOf(client, '?kind=calculation');
    await bodyOf(await reversePosting(client, calculation!.id), 201);
    expect(await provided()).toEqual(['128008.45', null]);
    await expectBooksToCheck(client);
  });

  it('doesn’t affect added costs and remeasurements', async () => {
    const { client, well } = await fiveYearsOn();
    const added = await preview(client, well, { pAndACost: 20_000, measurement: 'increment' });
    expect(added.formula).toEqual(['20,000.00 × 1.025^20 ÷ 1.08^20 = 7,031.24']);
    const whole = await preview(client, well, { pAndACost: 113_140.82, measurement: 'remeasure' });
    expect(whole.formula[0]).toBe('113,140.82 × 1.025^20 ÷ 1.08^20 = 39,776.04');
  });

  it('determines what Revise Estimates treats as a decrease, and its rates', async () => {
    const { client, set } = await fiveYearsOn();
    const row = { wellCode: 'A-1', pAndACost: '110000', wellLifespan: 20 };
    const { rows, estimates } = await reviseAll(client, [row]);
    expect(rows).toMatchObject([
      { change: '-3140.82', aroValue: '-1104.19', ratesFrom: 'average', discountRate: '8.00' },
    ]);
    expect(estimates).toEqual({ up: '0.00', down: '-3140.82', net: '-3140.82' });
    await set({ downwardRate: 'newest' });
    expect((await reviseAll(client, [row])).rows).toMatchObject([
      { ratesFrom: 'newest', aroValue: '-1104.19' },
    ]);
    const unchanged = await reviseAll(client, [{ ...row, pAndACost: REPRICED }]);
    expect(unchanged.rows).toMatchObject([{ change: '0.00', aroValue: '0.00', ratesFrom: 'unchanged' }]);
    // As stated, this is an increase, which requires rates.
    await set({ changeBasis: 'stated' });
    expect((await reviseAll(client, [row])).refusals).toHaveLength(1);
  });

  it('is rejected if the company changed its basis after the review', async () => {
    const { client, well, set } = await fiveYearsOn({});
    const terms = revised(well, { pAndACost: 120_000 });
    const { reviewed } = await bodyOf<LayerPreview>(
      await client.post('/api/aro-layers/calculate?preview=true', terms),
    );
    await set({ changeBasis: 'repriced' });
    const post = () => client.post(`/api/aro-layers/calculate?reviewed=${reviewed}`, terms);
    expect((await post()).status).toBe(409);
    await set({ changeBasis: 'stated' });
    await bodyOf(await post(), 201);
  });

  it('omits a repriced estimate that is out of range, and no page fails because of it', async () => {
    const { client, well } = await fiveYearsOn();
    const huge = await addWell(client, { wellCode: 'H-1' });
    await addLayer(client, huge.id, { pAndACost: 9_999_999_999, discountRate: 90, inflationRate: 40 });
    expect(await layersOf(client, huge)).toMatchObject([
      { estimateLeft: '9999999999.00', repricedEstimate: null },
    ]);
    const estimates = await client.post('/api/revisions/estimates', { date: DAY });
    expect(await bodyOf(estimates)).toMatchObject([
      { wellId: well.id, repricedEstimate: REPRICED },
      { wellId: huge.id, repricedEstimate: '9999999999.00' },
    ]);
    const row = { wellCode: 'H-1', pAndACost: '5', wellLifespan: 20 };
    expect((await reviseAll(client, [row])).refusals).toHaveLength(1);
  });

  it('in an upload is compared as stated, because its rows build on each other’s totals', async () => {
    const { client, company, well } = await fiveYearsOn();
    const row = {
      wellCode: 'A-1',
      wellName: well.wellName,
      wellStatus: 'Active',
      field: 'OSELVAR',
      activeDate: '2019-07-01',
      layerType: 'additional',
      measurement: 'change',
      discountRate: '8',
      inflationRate: '2.5',
      pAndACost: '113140.82',
      wellLifespan: '20',
      calculationDate: DAY,
    };
    await upload(client, company.id, csvOf([row]));
    expect((await layersOf(client, well))[1]).toMatchObject({ aroValue: '4619.82' });
  });

  it('allows only the two bases', async () => {
    const { client, company } = await signInToNewCompany();
    const path = `/api/companies/${company.id}/settings`;
    expect(await bodyOf(await client.get(path))).toMatchObject({ changeBasis: 'stated' });
    expect((await client.put(path, { changeBasis: 'other' })).status).toBe(400);
    expect(await bodyOf(await client.put(path, { changeBasis: 'repriced' }))).toMatchObject({
      changeBasis: 'repriced',
    });
  });
});
