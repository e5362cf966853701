import { describe, expect, it } from 'vitest';
import { addLayer, addWell, TERMS } from '../../support/layers';
import { expectNothingWritten } from '../../support/refusals';
import { anonymous, makeCompany, signIn, signInToNewCompany } from '../../support/worker';

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

describe('POST /api/aro-layers/calculate refuses', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['no well', { wellId: undefined }, 'wellId', 'Well ID is required'],
    ['a blank well', { wellId: ' ' }, 'wellId', 'Well ID is required'],
    ['a list for a well', { wellId: ['a'] }, 'wellId', 'Well ID is required'],
    ['100 KB of well id', { wellId: 'x'.repeat(100_000) }, 'wellId', 'Use 100 characters or fewer'],
    ['no layer type', { layerType: undefined }, 'layerType', 'Layer type must be initial or additional'],
    ['another layer type', { layerType: 'Initial' }, 'layerType', 'Layer type must be initial or additional'],
    [
      'another measurement',
      { measurement: 'guess' },
      'measurement',
      'Measurement must be change, increment or remeasure',
    ],
    ['no cost', { pAndACost: undefined }, 'pAndACost', 'P&A cost is required'],
    ['a null cost', { pAndACost: null }, 'pAndACost', 'P&A cost is required'],
    ['a blank cost', { pAndACost: '' }, 'pAndACost', 'P&A cost is required'],
    ['a cost in words', { pAndACost: 'much' }, 'pAndACost', 'Must be a valid number'],
    ['a cost in hexadecimal', { pAndACost: '0x10' }, 'pAndACost', 'Must be a valid number'],
    ['a cost with separators', { pAndACost: '100,000' }, 'pAndACost', 'Must be a valid number'],
    ['NaN', { pAndACost: 'NaN' }, 'pAndACost', 'Must be a valid number'],
    ['a boolean cost', { pAndACost: true }, 'pAndACost', 'Must be a valid number'],
    ['an object for a cost', { pAndACost: { cents: 1 } }, 'pAndACost', 'Must be a valid number'],
    ['100 KB of digits', { pAndACost: '1'.repeat(100_000) }, 'pAndACost', 'Must be a valid number'],
    ['a cost of nothing', { pAndACost: 0 }, 'pAndACost', 'P&A cost must be positive'],
    ['a negative cost', { pAndACost: '-100' }, 'pAndACost', 'P&A cost must be positive'],
    ['13 digits', { pAndACost: '10000000000.00' }, 'pAndACost', 'Must be at most 9,999,999,999.99'],
    ['three decimals of cost', { pAndACost: 100.005 }, 'pAndACost', 'Must have at most 2 decimal places'],
    ['no discount rate', { discountRate: undefined }, 'discountRate', 'Discount rate is required'],
    ['a discount rate in words', { discountRate: 'eight' }, 'discountRate', 'Must be a valid number'],
    ['no discount', { discountRate: 0 }, 'discountRate', 'Discount rate must be positive'],
    ['a negative discount rate', { discountRate: -8 }, 'discountRate', 'Discount rate must be positive'],
    ['thousands with a point', { pAndACost: '100.000' }, 'pAndACost', 'Must have at most 2 decimal places'],
    [
      'three decimals of a rate',
      { discountRate: '8.125' },
      'discountRate',
      'Must have at most 2 decimal places',
    ],
    ['a rate of 1,000 %', { discountRate: 1000 }, 'discountRate', 'Must be at most 999.99'],
    ['no inflation rate', { inflationRate: '' }, 'inflationRate', 'Inflation rate is required'],
    ['an inflation rate in words', { inflationRate: 'low' }, 'inflationRate', 'Must be a valid number'],
    ['deflation', { inflationRate: -0.01 }, 'inflationRate', 'Inflation rate must be non-negative'],
    ['no lifespan', { wellLifespan: undefined }, 'wellLifespan', 'Well lifespan must be at least 1 year'],
    [
      'a lifespan in words',
      { wellLifespan: 'long' },
      'wellLifespan',
      'Well lifespan must be at least 1 year',
    ],
    ['a lifespan of 0', { wellLifespan: 0 }, 'wellLifespan', 'Well lifespan must be at least 1 year'],
    ['a negative lifespan', { wellLifespan: '-25' }, 'wellLifespan', 'Well lifespan must be at least 1 year'],
    [
      'part of a year',
      { wellLifespan: 2.5 },
      'wellLifespan',
      'Well lifespan must be a whole number of years',
    ],
    ['a lifespan of 201', { wellLifespan: 201 }, 'wellLifespan', 'Well lifespan must be at most 200 years'],
    ['no date', { calculationDate: undefined }, 'calculationDate', 'Calculation date is required'],
    ['a null date', { calculationDate: null }, 'calculationDate', 'Calculation date is required'],
    [
      'a day that never was',
      { calculationDate: '2023-02-29' },
      'calculationDate',
      'Must be a valid date (YYYY-MM-DD)',
    ],
    [
      'another notation',
      { calculationDate: '2023/02/28' },
      'calculationDate',
      'Must be a valid date (YYYY-MM-DD)',
    ],
    [
      'a year out of reach',
      { calculationDate: '1899-12-31' },
      'calculationDate',
      'Must be between 1900-01-01 and 2199-12-31',
    ],
    [
      'a value beyond the largest amount',
      { inflationRate: 999.99, wellLifespan: 200 },
      'pAndACost',
      'Amount can’t exceed 9,999,999,999.99',
    ],
  ])('%s', async (_, given, field, message) => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const body = { wellId: well.id, ...TERMS, ...given };
    const response = await expectNothingWritten(() => client.post(PATH, body));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message, errors: { [field]: [message] } });
  });

  it.each([
    ['broken JSON', '{"wellId":', 'The request body is not valid JSON'],
    ['an empty body', '', 'The request body is not valid JSON'],
    [
      '1e400',
      (id: string) =>
        `{"wellId":"${id}","layerType":"initial","discountRate":8,"inflationRate":2.5,"pAndACost":1e400,"wellLifespan":25,"calculationDate":"2020-01-01"}`,
      undefined,
    ],
    [
      '1e400 years',
      (id: string) =>
        `{"wellId":"${id}","layerType":"initial","discountRate":8,"inflationRate":2.5,"pAndACost":1,"wellLifespan":1e400,"calculationDate":"2020-01-01"}`,
      'Well lifespan must be at most 200 years',
    ],
    ['a list', '[]', undefined],
    ['null', 'null', undefined],
  ])('%s', async (_, body, message) => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const text = typeof body === 'string' ? body : body(well.id);
    const response = await expectNothingWritten(() => client.post(PATH, text));
    expect(response.status).toBe(400);
    const answer = await response.json();
    expect(answer).toMatchObject({ message: message ?? expect.any(String), requestId: expect.any(String) });
  });

  it('reports all errors together', async () => {
    const { client } = await signInToNewCompany();
    const response = await client.post(PATH, {});
    expect(response.status).toBe(400);
    expect(Object.keys(((await response.json()) as { errors: object }).errors).sort()).toEqual([
      'calculationDate',
      'discountRate',
      'inflationRate',
      'layerType',
      'pAndACost',
      'wellId',
    ]);
  });

  it('an unknown well', async () => {
    const { client } = await signInToNewCompany();
    const body = { wellId: crypto.randomUUID(), ...TERMS };
    const response = await expectNothingWritten(() => client.post(PATH, body));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: 'Well not found' });
  });

  it.each([TERMS, ADDITIONAL])("another company's well ($layerType)", async (terms) => {
    const owner = await signInToNewCompany();
    const well = await addWell(owner.client);
    await addLayer(owner.client, well.id);
    const { client } = await signInToNewCompany();
    const response = await expectNothingWritten(() => client.post(PATH, { wellId: well.id, ...terms }));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: 'Well not found' });
  });

  it('a viewer', async () => {
    const { client, company } = await signInToNewCompany();
    const well = await addWell(client);
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const response = await expectNothingWritten(() => viewer.post(PATH, { wellId: well.id, ...TERMS }));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ message: 'Company admin role required' });
  });

  it('a system administrator who is not a member', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const admin = await signIn({ isAdmin: true });
    const response = await expectNothingWritten(() => admin.post(PATH, { wellId: well.id, ...TERMS }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: 'No company selected' });
  });

  it('a signed-out user', async () => {
    const response = await expectNothingWritten(() => anonymous.post(PATH, TERMS));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: 'Unauthorized' });
  });

  it('a tab that shows another company', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const other = await makeCompany();
    const headers = { 'X-Company-Id': other.id };
    const response = await expectNothingWritten(() =>
      client.post(PATH, { wellId: well.id, ...TERMS }, headers),
    );
    expect(response.status).toBe(409);
  });

  it.each(['GET', 'PUT', 'DELETE'])('the method %s', async (method) => {
    const { client } = await signInToNewCompany();
    const response = await expectNothingWritten(() => client.send(PATH, { method }));
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('POST');
    expect(await response.json()).toMatchObject({ message: 'Method not allowed' });
  });
});
