import { describe, expect, it } from 'vitest';
import type { LayerBatchResult, LayerHistoryView, LayerView } from '~/schemas/books/layer-views';
import { bodyOf, expectBooksToCheck } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { expectNothingWritten } from '../../support/refusals';
import { auditOf } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const CALCULATE = '/api/aro-layers/calculate';

/** FAS 143, example 1. */
const FAS_143 = {
  scenarios: [
    { cost: '100000', probability: '25' },
    { cost: '125000', probability: '50' },
    { cost: '175000', probability: '25' },
  ],
  overhead: '80',
  contractorMargin: '20',
  marketRiskPremium: '5',
};
const TERMS = {
  layerType: 'initial',
  discountRate: '8.5',
  inflationRate: '4',
  wellLifespan: 10,
  calculationDate: '2020-01-01',
};
/** One cost with uncertain timing. */
const OF_TIMES = [
  [20, '30'],
  [25, '10'],
  [30, '10'],
  [35, '10'],
  [40, '40'],
].map(([wellLifespan, probability]) => ({ cost: '15000', wellLifespan, probability }));

async function historyOf(client: SignedIn, { id }: { id: string }): Promise<LayerHistoryView> {
  return bodyOf(await client.get(`/api/aro-layers/${id}/history`));
}

describe('a layer with a cost weighted from scenarios', () => {
  it('is worth its weighted cost, stores its scenarios and shows the weighting', async () => {
    const { client } = await signInToNewCompany();
    const { id: wellId } = await addWell(client);
    const answer = await client.post(CALCULATE, { ...TERMS, wellId, expectedCost: FAS_143 });
    const layer = await bodyOf<LayerView>(answer, 201);
    expect(layer).toMatchObject({
      pAndACost: '297675.00',
      totalEstimate: '297675.00',
      aroValue: '194884.98',
    });

    const scenarios = {
      scenarios: [
        { cost: '100000.00', probability: '25.00', wellLifespan: null, retirementDate: null },
        { cost: '125000.00', probability: '50.00', wellLifespan: null, retirementDate: null },
        { cost: '175000.00', probability: '25.00', wellLifespan: null, retirementDate: null },
      ],
      overhead: '80.00',
      contractorMargin: '20.00',
      marketRiskPremium: '5.00',
    };
    const history = await historyOf(client, layer);
    expect(history).toMatchObject({ scenarios });
    expect(history.formula).toEqual([
      '100,000.00 × 25.00% + 125,000.00 × 50.00% + 175,000.00 × 25.00% = 131,250.00',
      '131,250.00 × 1.8 × 1.2 × 1.05 = 297,675.00',
      '297,675.00 × 1.04^10 ÷ 1.085^10 = 194,884.98',
    ]);
    const [entry] = await auditOf(layer.id);
    expect(entry?.newValues).toMatchObject({ expectedCost: scenarios, pAndACost: '297675.00' });
    const [movement] = (
      await bodyOf<{ movements: { formula: string[] }[] }>(
        await client.get(`/api/postings/${history.recognition.postingId}`),
      )
    ).movements;
    expect(movement!.formula).toEqual(history.formula);
    await expectBooksToCheck(client);
  });

  it('is revised by the difference in the weighted cost (EPV-FAS157-C7)', async () => {
    const { client } = await signInToNewCompany();
    const { id: wellId } = await addWell(client);
    await client.post(CALCULATE, { ...TERMS, wellId, expectedCost: FAS_143 });
    const revised = [
      { cost: '110000', probability: '30' },
      { cost: '137500', probability: '45' },
      { cost: '192500', probability: '25' },
    ];
    const later = {
      layerType: 'additional',
      discountRate: '8',
      wellLifespan: 8,
      calculationDate: '2021-12-31',
    };
    const expectedCost = { ...FAS_143, scenarios: revised };
    const answer = await client.post(CALCULATE, { ...TERMS, ...later, wellId, expectedCost });
    expect(await bodyOf(answer, 201)).toMatchObject({ measurement: 'change', aroValue: '19704.14' });
  });

  it('discounts scenarios with different times separately (EPV-EZLEASE), also to dates', async () => {
    const { client } = await signInToNewCompany();
    const { id: wellId } = await addWell(client);
    const terms = { ...TERMS, inflationRate: '2', discountRate: '6', wellLifespan: 20 };
    const expectedCost = { scenarios: OF_TIMES };
    const answer = await client.post(CALCULATE, { ...terms, wellId, expectedCost });
    const layer = await bodyOf<LayerView>(answer, 201);
    expect(layer).toMatchObject({ pAndACost: '15000.00', aroValue: '4809.72' });
    expect((await historyOf(client, layer)).formula).toEqual([
      '15,000.00 × 30.00% × 1.02^20 ÷ 1.06^20 = 2,084.96',
      '15,000.00 × 10.00% × 1.02^25 ÷ 1.06^25 = 573.39',
      '15,000.00 × 10.00% × 1.02^30 ÷ 1.06^30 = 473.06',
      '15,000.00 × 10.00% × 1.02^35 ÷ 1.06^35 = 390.29',
      '15,000.00 × 40.00% × 1.02^40 ÷ 1.06^40 = 1,288.02',
      '2,084.96 + 573.39 + 473.06 + 390.29 + 1,288.02 = 4,809.72',
    ]);

    const other = await addWell(client);
    const onDates = OF_TIMES.map(({ wellLifespan, ...scenario }) => ({
      ...scenario,
      retirementDate: `${2020 + Number(wellLifespan)}-01-01`,
    }));
    const dated = await client.post(CALCULATE, {
      ...terms,
      wellId: other.id,
      expectedCost: { scenarios: onDates },
    });
    expect(await bodyOf(dated, 201)).toMatchObject({ aroValue: '4809.72' });
  });

  it('is calculated for all wells', async () => {
    const { client } = await signInToNewCompany();
    await addWell(client);
    await addWell(client);
    const answer = await client.post('/api/aro-layers/calculate-all', {
      ...TERMS,
      scope: 'all',
      expectedCost: FAS_143,
    });
    expect(await bodyOf<LayerBatchResult>(answer)).toMatchObject({ totalAroValue: '389769.96' });
  });

  it.each<[string, object, string, string]>([
    [
      'probabilities that add up to 99.99',
      {
        expectedCost: {
          scenarios: [
            { cost: 1, probability: 50 },
            { cost: 2, probability: '49.99' },
          ],
        },
      },
      'expectedCost.scenarios',
      'Probabilities must add up to 100.00%. These add up to 99.99%.',
    ],
    [
      'a single scenario',
      { expectedCost: { scenarios: [{ cost: 1, probability: 100 }] } },
      'expectedCost.scenarios',
      'Enter at least 2 scenarios',
    ],
    [
      'a negative overhead',
      { expectedCost: { ...FAS_143, overhead: '-1' } },
      'expectedCost.overhead',
      'Overhead must be non-negative',
    ],
    [
      'a scenario without a cost',
      { expectedCost: { scenarios: [{ probability: 50 }, { cost: 2, probability: 50 }] } },
      'expectedCost.scenarios.0.cost',
      'Cost is required',
    ],
    [
      'a cost beside them',
      { expectedCost: FAS_143, pAndACost: 1 },
      'expectedCost',
      'Enter a P&A cost or scenarios, not both',
    ],
    ['neither', {}, 'pAndACost', 'P&A cost is required'],
    [
      'a time before the calculation',
      {
        expectedCost: {
          scenarios: [
            { cost: 1000, probability: 50, retirementDate: '2019-12-31' },
            { cost: 2000, probability: 50 },
          ],
        },
      },
      'retirementDate',
      'Retirement date must be after the calculation date, 2020-01-01',
    ],
  ])('rejects %s', async (_name, body, field, message) => {
    const { client } = await signInToNewCompany();
    const { id: wellId } = await addWell(client);
    const answer = await client.post(CALCULATE, { ...TERMS, wellId, ...body });
    expect(await bodyOf(answer, 400)).toMatchObject({ errors: { [field]: [message] } });
    expect(await bodyOf(await client.get('/api/aro-layers'))).toEqual([]);
  });

  it('rejects scenario times for a change in estimate', async () => {
    const { client } = await signInToNewCompany();
    const { id: wellId } = await addWell(client);
    await addLayer(client, wellId);
    const later = { ...TERMS, layerType: 'additional', calculationDate: '2021-01-01', wellId };
    const expectedCost = { scenarios: OF_TIMES };
    const refused = await client.post(CALCULATE, { ...later, expectedCost });
    expect((await bodyOf<{ message: string }>(refused, 400)).message).toContain('remeasurement');
    const measured = await client.post(CALCULATE, { ...later, expectedCost, measurement: 'increment' });
    expect(measured.status).toBe(201);
  });

  it.each<[string, unknown, Record<string, string[]>]>([
    ['no scenarios', {}, { 'expectedCost.scenarios': ['Scenarios must be a list'] }],
    ['null scenarios', { scenarios: null }, { 'expectedCost.scenarios': ['Scenarios must be a list'] }],
    ['an object of scenarios', { scenarios: {} }, { 'expectedCost.scenarios': ['Scenarios must be a list'] }],
    ['text', '100000', { expectedCost: [expect.any(String)] }],
    ['a number', 100_000, { expectedCost: [expect.any(String)] }],
    [
      'a null among the scenarios',
      { scenarios: [null, ...FAS_143.scenarios] },
      { 'expectedCost.scenarios.0': [expect.any(String)] },
    ],
    [
      'scenarios without times that add up to 90%',
      {
        scenarios: [
          { cost: 1, probability: 50 },
          { cost: 2, probability: 40 },
        ],
      },
      {
        'expectedCost.scenarios': ['Probabilities must add up to 100.00%. These add up to 90.00%.'],
      },
    ],
  ])('rejects %s for a change in estimate, with no other error', async (_name, expectedCost, errors) => {
    const { client } = await signInToNewCompany();
    const { id: wellId } = await addWell(client);
    await addLayer(client, wellId);
    const later = { ...TERMS, layerType: 'additional', calculationDate: '2021-01-01', expectedCost };
    const paths = [CALCULATE, `${CALCULATE}?preview=true`, '/api/aro-layers/calculate-all'];
    for (const path of paths) {
      const send = () => client.post(path, { ...later, wellId, scope: 'all' });
      const answer = await bodyOf<{ errors: unknown }>(await expectNothingWritten(send), 400);
      expect(answer.errors).toEqual(errors);
    }
  });
});
