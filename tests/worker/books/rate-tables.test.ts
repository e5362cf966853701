import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { addDays } from '~/domain/calendar/calendar-date';
import type { LayerHistoryView, LayerView } from '~/schemas/books/layer-views';
import type { RateLookupView, RateTableView } from '~/schemas/books/rate-table';
import type { RevisionPosting, RevisionPreview } from '~/schemas/books/revision';
import { rateTablesReads, setRateTables } from '~/services/books/rate-tables.server';
import { readTogether } from '~/services/platform/reads.server';
import { accreteThrough, bodyOf, close, expectBooksToCheck, layersOf } from '../../support/books';
import { addLayer, addWell, contextInterrupted, TERMS } from '../../support/layers';
import { expectNothingWritten, expectRefusal } from '../../support/refusals';
import { auditOf, insertCopyOfLayer } from '../../support/tables';
import { db, type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

const pathOf = (companyId: string) => `/api/companies/${companyId}/rate-tables`;
const maturities = (...rates: [years: string, rate: string][]) =>
  rates.map(([years, rate]) => ({ years, rate }));

/** 20 years 8.00%, 35 years 8.50%: 25 years are 8.00 + 0.50 × 5 ÷ 15 = 8.1666666667%. */
const TABLE = {
  effectiveOn: '2026-02-01',
  discountRates: maturities(['20', '8.00'], ['35', '8.50']),
  inflationRate: '3.00',
};
const OLD = {
  effectiveOn: '2025-12-31',
  discountRates: maturities(['20', '7.00'], ['35', '7.50']),
  inflationRate: '2.00',
};

const put = (client: SignedIn, companyId: string, ...tables: object[]) =>
  client.put(pathOf(companyId), { tables });
const tablesOf = async (client: SignedIn, companyId: string) =>
  bodyOf<RateTableView[]>(await client.get(pathOf(companyId)));
const lookUp = async (client: SignedIn, companyId: string, query: string) =>
  bodyOf<RateLookupView>(await client.get(`${pathOf(companyId)}/lookup?${query}`));
const historyOf = async (client: SignedIn, layerId: string) =>
  bodyOf<LayerHistoryView>(await client.get(`/api/aro-layers/${layerId}/history`));

/** A company with these tables and a well with one layer from 2026-01-01 over 25 years. */
async function companyWithTables(...tables: object[]) {
  const { client, company } = await signInToNewCompany();
  const well = await addWell(client, { wellCode: 'A-1' });
  await addLayer(client, well.id, { calculationDate: '2026-01-01' });
  if (tables.length > 0) await bodyOf(await put(client, company.id, ...tables));
  return { client, company, well };
}

describe('the company’s rate tables', () => {
  it('are added, partly replaced, and deleted by date, with audit rows', async () => {
    const { client, company } = await signInToNewCompany();
    expect(await tablesOf(client, company.id)).toEqual([]);
    const unsorted = { ...TABLE, discountRates: [...TABLE.discountRates].reverse() };
    expect(await bodyOf(await put(client, company.id, OLD, unsorted))).toEqual([TABLE, OLD]);
    expect(
      await bodyOf(await put(client, company.id, { effectiveOn: '2026-02-01', inflationRate: 0 })),
    ).toEqual([{ ...TABLE, inflationRate: '0.00' }, OLD]);
    // New maturities replace all old ones.
    const discountRates = maturities(['0.5', '5.00'], ['10', '6.00'], ['30', '7.00']);
    const replaced = { effectiveOn: '2026-02-01', discountRates, inflationRate: '0.00' };
    expect(await bodyOf(await put(client, company.id, { effectiveOn: '2026-02-01', discountRates }))).toEqual(
      [replaced, OLD],
    );
    await expectNothingWritten(() => put(client, company.id, replaced));
    expect((await client.delete(`${pathOf(company.id)}/2026-02-01`)).status).toBe(204);
    expect(await tablesOf(client, company.id)).toEqual([OLD]);

    const entries = await auditOf(company.id, 'company');
    expect(entries.map(({ action }) => action)).toEqual([
      'rate_tables.updated',
      'rate_tables.updated',
      'rate_tables.updated',
      'rate_tables.deleted',
    ]);
    const before = { '20 years': '8.00%', '35 years': '8.50%' };
    const after = { '0.5 years': '5.00%', '10 years': '6.00%', '30 years': '7.00%' };
    expect(entries[2]).toMatchObject({
      userId: client.userId,
      companyId: company.id,
      oldValues: {
        tables: [{ effectiveOn: '2026-02-01', discountRates: before, inflationRate: '0.00' }],
      },
      newValues: { tables: [{ effectiveOn: '2026-02-01', discountRates: after, inflationRate: '0.00' }] },
    });
    expect(entries[3]).toMatchObject({
      oldValues: { tables: [{ effectiveOn: '2026-02-01', discountRates: after }] },
      newValues: null,
    });
  });

  it.each([
    [
      'no maturity',
      { discountRates: [] },
      'discountRates',
      'Enter at least two maturities. Rates between them are interpolated.',
    ],
    [
      'one maturity',
      { discountRates: maturities(['10', '8']) },
      'discountRates',
      'Enter at least two maturities. Rates between them are interpolated.',
    ],
    [
      'a maturity twice',
      { discountRates: maturities(['10', '8'], ['20', '9'], ['10.0', '8.5']) },
      'discountRates.2.years',
      'Duplicate maturity of 10 years',
    ],
    [
      'a maturity of no time',
      { discountRates: maturities(['0', '8'], ['20', '9']) },
      'discountRates.0.years',
      'Maturity must be from 0.01 to 200 years, with at most 2 decimals',
    ],
    [
      'a maturity in words',
      { discountRates: maturities(['ten', '8'], ['20', '9']) },
      'discountRates.0.years',
      'Maturity must be from 0.01 to 200 years, with at most 2 decimals',
    ],
    [
      'a discount rate of 0',
      { discountRates: maturities(['10', '0'], ['20', '9']) },
      'discountRates.0.rate',
      'Discount rate must be positive',
    ],
    [
      'a discount rate over the limit',
      { discountRates: maturities(['10', '8'], ['20', '1000']) },
      'discountRates.1.rate',
      'Must be at most 999.99',
    ],
    [
      'three decimals',
      { discountRates: maturities(['10', '8.125'], ['20', '9']) },
      'discountRates.0.rate',
      'Must have at most 2 decimal places',
    ],
    [
      'no discount rate',
      { discountRates: maturities(['10', ''], ['20', '9']) },
      'discountRates.0.rate',
      'Discount rate is required',
    ],
    ['negative inflation', { inflationRate: '-1' }, 'inflationRate', 'Inflation rate must be non-negative'],
    ['inflation over the limit', { inflationRate: '1000' }, 'inflationRate', 'Must be at most 999.99'],
    [
      'a date that is none',
      { effectiveOn: '2026-02-30' },
      'effectiveOn',
      'Must be a valid date (YYYY-MM-DD)',
    ],
    ['a US date', { effectiveOn: '2/1/2026' }, 'effectiveOn', 'Must be a valid date (YYYY-MM-DD)'],
    ['no date', { effectiveOn: '' }, 'effectiveOn', 'Effective date is required'],
    [
      'no rates',
      { discountRates: undefined, inflationRate: undefined },
      '',
      'Enter discount rates, an inflation rate or both',
    ],
  ])('reject %s at the field, with nothing written', async (_, given, field, message) => {
    const { client, company } = await signInToNewCompany();
    const errors = { [['tables.1', field].filter(Boolean).join('.')]: [message] };
    await expectRefusal(() => put(client, company.id, OLD, { ...TABLE, ...given }), 400, { message, errors });
  });

  it('are limited to 1,200, each of which can still be changed', async () => {
    const { client, company } = await signInToNewCompany();
    const tables = Array.from({ length: 1_200 }, (_, day) => ({
      ...OLD,
      effectiveOn: addDays(OLD.effectiveOn, day),
    }));
    for (let at = 0; at < tables.length; at += 240) {
      await bodyOf(await put(client, company.id, ...tables.slice(at, at + 240)));
    }
    const message = 'A company can have at most 1,200 rate tables. Delete old ones first.';
    const oneMore = { ...OLD, effectiveOn: '2000-01-01' };
    await expectRefusal(() => put(client, company.id, oneMore), 400, { errors: { tables: [message] } });
    await bodyOf(await put(client, company.id, { effectiveOn: OLD.effectiveOn, inflationRate: 0 }));
  });

  it('reject a duplicate date, and the deletion of an unknown one', async () => {
    const { client, company } = await signInToNewCompany();
    await expectRefusal(() => put(client, company.id, TABLE, TABLE), 400, {
      message: 'Use each date only once',
    });
    for (const date of ['2026-02-01', 'x']) {
      await expectRefusal(() => client.delete(`${pathOf(company.id)}/${date}`), 404, {
        message: 'Rate table not found',
      });
    }
  });

  it('belong to their company, and only its admins can change them', async () => {
    const { client, company } = await companyWithTables(TABLE);
    const { client: other, company: others } = await signInToNewCompany();
    const notFound = { message: 'Company not found' };
    const query = 'date=2026-02-15&wellLifespan=25';
    await expectRefusal(() => other.get(pathOf(company.id)), 404, notFound);
    await expectRefusal(() => other.get(`${pathOf(company.id)}/lookup?${query}`), 404, notFound);
    await expectRefusal(() => put(other, company.id, OLD), 404, notFound);
    await expectRefusal(() => other.delete(`${pathOf(company.id)}/2026-02-01`), 404, notFound);
    expect(await tablesOf(other, others.id)).toEqual([]);
    expect(await lookUp(other, others.id, query)).toEqual({ discount: null, inflation: null });
    // Another company’s table of the same date is separate.
    await bodyOf(await put(other, others.id, { ...TABLE, inflationRate: '9.00' }));
    expect((await other.delete(`${pathOf(others.id)}/2026-02-01`)).status).toBe(204);
    expect(await tablesOf(client, company.id)).toEqual([TABLE]);

    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    expect(await tablesOf(viewer, company.id)).toEqual([TABLE]);
    expect((await lookUp(viewer, company.id, query)).inflation?.rate).toBe('3.00');
    await expectRefusal(() => put(viewer, company.id, OLD), 403, {});
    await expectRefusal(() => viewer.delete(`${pathOf(company.id)}/2026-02-01`), 403, {});
  });

  it('can change in closed months, because layers keep their rates', async () => {
    const { client, company } = await companyWithTables(TABLE);
    for (const end of ['2026-01-31', '2026-02-28']) await accreteThrough(client, end);
    await close(client, '2026-02-28');
    await bodyOf(await put(client, company.id, { ...TABLE, inflationRate: '4.00' }));
    expect((await client.delete(`${pathOf(company.id)}/2026-02-01`)).status).toBe(204);
    await expectBooksToCheck(client);
  });

  it('do not overwrite another user’s concurrent change', async () => {
    const { client, company } = await companyWithTables(TABLE);
    const colleague = { ...TABLE, inflationRate: '5.00' };
    const ctx = contextInterrupted(client, company.id, async () => {
      await bodyOf(await put(client, company.id, colleague));
    });
    const rows = await readTogether(db, rateTablesReads({ db, companyId: company.id }, ['2026-02-01']));
    const mine = { effectiveOn: '2026-02-01', inflationRate: 400 };
    await expect(setRateTables(ctx, company.id, { tables: [mine] }, rows)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await tablesOf(client, company.id)).toEqual([colleague]);
  });
});

describe('the lookup of rates', () => {
  it('returns rates, table, maturities and the reason', async () => {
    const { client, company } = await companyWithTables(TABLE, OLD);
    expect(await lookUp(client, company.id, 'date=2026-02-15&wellLifespan=25')).toEqual({
      discount: {
        rate: '8.17',
        exactRate: '8.1666666667',
        effectiveOn: '2026-02-01',
        maturities: TABLE.discountRates,
        reason: 'Discount rate from the company’s rate table dated 2026-02-01, between 20 and 35 years',
      },
      inflation: {
        rate: '3.00',
        effectiveOn: '2026-02-01',
        reason: 'Inflation rate from the company’s rate table dated 2026-02-01',
      },
    });
    expect(await lookUp(client, company.id, 'date=2026-01-31&wellLifespan=20')).toMatchObject({
      discount: { rate: '7.00', effectiveOn: '2025-12-31', maturities: [{ years: '20', rate: '7.00' }] },
      inflation: { rate: '2.00' },
    });
    // 22 years and 5 months: 8.00 + 0.50 × (2 + 5/12) ÷ 15
    const byDate = await lookUp(client, company.id, 'date=2026-03-15&retirementDate=2048-08-15');
    expect(byDate.discount?.exactRate).toBe('8.0805555556');
    const before = await lookUp(client, company.id, 'date=2025-12-30&wellLifespan=25');
    expect(before).toEqual({ discount: null, inflation: null });
  });

  it.each([
    ['wellLifespan=25', { date: ['Date is required'] }],
    ['date=2026-02-30&wellLifespan=25', { date: ['Must be a valid date (YYYY-MM-DD)'] }],
    ['date=2026-02-15', { wellLifespan: ['Well lifespan must be at least 1 year'] }],
    ['date=2026-02-15&wellLifespan=201', { wellLifespan: ['Well lifespan must be at most 200 years'] }],
    [
      'date=2026-02-15&retirementDate=2026-02-15',
      { retirementDate: ['Retirement date must be after the calculation date, 2026-02-15'] },
    ],
  ])('rejects %s', async (query, errors) => {
    const { client, company } = await signInToNewCompany();
    await expectRefusal(() => client.get(`${pathOf(company.id)}/lookup?${query}`), 400, { errors });
  });
});

const WHY = 'Company’s rate tables: discount of 2026-02-01, between 20 and 35 years; inflation of 2026-02-01';
const INTERPOLATION = '8.00% + (8.50% − 8.00%) × (25 − 20) ÷ (35 − 20) = 8.1666666667%';

describe('an increase without rates', () => {
  const rows = [{ wellCode: 'A-1', pAndACost: '130000', wellLifespan: 25 }];
  const revise = (client: SignedIn, rows: object[], date = '2026-02-15') =>
    client.post('/api/revisions', { date, rows, mode: 'all' });
  const preview = async (client: SignedIn, rows: object[], date = '2026-02-15') =>
    bodyOf<RevisionPreview>(await client.post('/api/revisions/preview', { date, rows }));

  it('uses the company’s rates of its date, and its layer stores their source', async () => {
    const { client, company, well } = await companyWithTables(TABLE, OLD);
    const [shown] = (await preview(client, rows)).rows;
    // 30,000.00 × 1.03^25 ÷ 1.081666666667^25. At 8.17% it would be 8,818.22.
    expect(shown).toMatchObject({
      discountRate: '8.17',
      effectiveRate: '8.1667',
      inflationRate: '3.00',
      ratesFrom: 'table',
      rateReason: WHY,
      aroValue: '8825.02',
    });
    await bodyOf<RevisionPosting>(await revise(client, rows), 201);
    const layer = (await layersOf(client, well.id)).at(-1)!;
    expect(layer).toMatchObject({ exactRate: '8.1666666667', ratesFrom: 'table', aroValue: '8825.02' });

    // Later changes of the table don’t affect the layer.
    expect((await client.delete(`${pathOf(company.id)}/2026-02-01`)).status).toBe(204);
    await bodyOf(
      await put(client, company.id, { ...TABLE, discountRates: maturities(['1', '1'], ['2', '2']) }),
    );
    const history = await historyOf(client, layer.id);
    expect(history).toMatchObject({
      rateReason: WHY,
      companyRates: {
        discount: { effectiveOn: '2026-02-01', maturities: TABLE.discountRates },
        inflation: { effectiveOn: '2026-02-01' },
      },
      formula: [INTERPOLATION, '(130,000.00 − 100,000.00) × 1.03^25 ÷ 1.081666666667^25 = 8,825.02'],
      calculation: {
        parameters: { discountRate: '8.17', companyRates: { discount: { effectiveOn: '2026-02-01' } } },
      },
    });
    await expectBooksToCheck(client);
  });

  it('fills in only blank rates', async () => {
    const { client } = await companyWithTables(TABLE);
    const [discount] = (await preview(client, [{ ...rows[0], inflationRate: '2.5' }])).rows;
    expect(discount).toMatchObject({
      effectiveRate: '8.1667',
      inflationRate: '2.50',
      ratesFrom: 'table',
      rateReason:
        'Company’s rate tables: discount of 2026-02-01, between 20 and 35 years; inflation as entered',
    });
    const [inflation] = (await preview(client, [{ ...rows[0], discountRate: '9' }])).rows;
    expect(inflation).toMatchObject({
      discountRate: '9.00',
      inflationRate: '3.00',
      rateReason: 'Company’s rate tables: discount as entered; inflation of 2026-02-01',
    });
    const both = { ...rows[0], discountRate: '9', inflationRate: '2.5' };
    const [given] = (await preview(client, [both])).rows;
    expect(given).toMatchObject({ ratesFrom: null, rateReason: 'As entered' });
  });

  it('uses the lifespan or the retirement date, and doesn’t affect decreases', async () => {
    const { client } = await companyWithTables(TABLE, OLD);
    const [short] = (await preview(client, [{ ...rows[0], wellLifespan: 10 }])).rows;
    expect(short).toMatchObject({
      effectiveRate: '8.0000',
      rateReason: expect.stringContaining('at 20 years, its shortest maturity'),
    });
    const dated = await addWell(client, { wellCode: 'A-2', retirementDate: '2048-08-15' });
    const toDate = { calculationDate: '2026-01-01', wellLifespan: null, retirementDate: '2048-08-15' };
    await addLayer(client, dated.id, toDate);
    const [byDate] = (await preview(client, [{ wellCode: 'A-2', pAndACost: '130000' }])).rows;
    // From mid-February to 14/31 of August, 22.4960 years: 8.00 + 0.50 × 2.4960 ÷ 15
    expect(byDate).toMatchObject({ effectiveRate: '8.0832', retirementDate: '2048-08-15' });
    const [decrease] = (await preview(client, [{ wellCode: 'A-1', pAndACost: '90000' }])).rows;
    expect(decrease).toMatchObject({ ratesFrom: 'average', effectiveRate: '8.0000' });
  });

  it('is rejected row by row if no table is dated on or before the date', async () => {
    const later = { effectiveOn: '2026-02-16', discountRates: TABLE.discountRates };
    const { client } = await companyWithTables(later, { effectiveOn: '2026-02-01', inflationRate: '3' });
    const refusal = (what: string) =>
      `An increase needs current rates. The company has no ${what} rates dated on or before 2026-02-15. Add a rate table under Company → Settings, or enter the rate.`;
    const { refusals } = await preview(client, rows);
    expect(refusals).toMatchObject([{ row: 1, wellCode: 'A-1', message: refusal('discount') }]);
    await expectRefusal(() => revise(client, rows), 409, { errors: { 'rows.1': [refusal('discount')] } });
    await bodyOf(await revise(client, [{ ...rows[0], discountRate: '9' }]), 201);

    const { client: bare } = await companyWithTables();
    const given = [{ ...rows[0], discountRate: '9' }];
    expect((await preview(bare, given)).refusals).toMatchObject([{ message: refusal('inflation') }]);
  });
});

describe('a calculation with the company’s rates', () => {
  const COMPANY_RATES = {
    ...TERMS,
    discountRate: '8.17',
    inflationRate: '3.00',
    companyRates: ['discountRate', 'inflationRate'],
  };
  const calculate = (client: SignedIn, given: object) =>
    client.post('/api/aro-layers/calculate', { ...COMPANY_RATES, calculationDate: '2026-02-15', ...given });

  it('uses all their decimals, and stores which table', async () => {
    const { client } = await companyWithTables(TABLE, OLD);
    const bare = await addWell(client, { wellCode: 'A-2' });
    const input = { ...COMPANY_RATES, wellId: bare.id, calculationDate: '2026-02-15' };
    await expectNothingWritten(() => client.post('/api/aro-layers/calculate?preview=true', input));
    const layer = await bodyOf<LayerView>(await calculate(client, { wellId: bare.id }), 201);
    expect(layer).toMatchObject({
      discountRate: '8.17',
      exactRate: '8.1666666667',
      inflationRate: '3.00',
      ratesFrom: 'table',
    });
    const sources = {
      discount: { effectiveOn: '2026-02-01', maturities: TABLE.discountRates },
      inflation: { effectiveOn: '2026-02-01' },
    };
    expect(await historyOf(client, layer.id)).toMatchObject({
      rateReason: WHY,
      formula: [INTERPOLATION, expect.stringContaining('1.081666666667^25')],
      calculation: { parameters: { companyRates: sources } },
    });
    const [entry] = await auditOf(layer.id, 'aro_layer');
    expect(entry).toMatchObject({ newValues: { companyRates: sources } });
    const stored = await env.DB.prepare('select input from posting where input like ?')
      .bind(`%${bare.id}%`)
      .first<{ input: string }>();
    expect(JSON.parse(stored!.input)).toMatchObject({ companyRates: sources });
    await expectBooksToCheck(client);
    await expect(
      env.DB.prepare('update layer set company_rates = null where id = ?').bind(layer.id).run(),
    ).rejects.toThrow(/terms of a layer/);
    // A layer with rates from a table must store which table.
    await expect(insertCopyOfLayer(layer.id, { company_rates: 'null' })).rejects.toThrow(
      /layer_company_rates/,
    );
  });

  it('keeps typed rates alongside them', async () => {
    const { client } = await companyWithTables(TABLE);
    const bare = await addWell(client);
    const typed = { wellId: bare.id, discountRate: '9', companyRates: ['inflationRate'] };
    const layer = await bodyOf<LayerView>(await calculate(client, typed), 201);
    expect(layer).toMatchObject({ discountRate: '9.00', exactRate: '9.0000000000', ratesFrom: 'table' });
    expect((await historyOf(client, layer.id)).rateReason).toBe(
      'Company’s rate tables: discount as entered; inflation of 2026-02-01',
    );
    // Unless marked as the company's, the same figures count as typed.
    const other = await addWell(client);
    const plain = await bodyOf<LayerView>(
      await calculate(client, { wellId: other.id, companyRates: undefined }),
      201,
    );
    expect(plain).toMatchObject({ exactRate: '8.1700000000', ratesFrom: null });
    expect((await historyOf(client, plain.id)).rateReason).toBeNull();
  });

  it('is rejected at the field if the rate is no longer the company’s, or there is none', async () => {
    const { client, company } = await companyWithTables(TABLE);
    const { id: wellId } = await addWell(client);
    const moved = 'The company’s discount rate for this layer is 8.17%. Use that rate, or enter your own.';
    await expectRefusal(() => calculate(client, { wellId, discountRate: '8.16' }), 409, {
      message: moved,
      errors: { discountRate: [moved] },
    });
    const none =
      'The company has no discount rates dated on or before 2026-01-31. Add a rate table under Company → Settings, or enter the rate.';
    await expectRefusal(() => calculate(client, { wellId, calculationDate: '2026-01-31' }), 400, {
      errors: { discountRate: [none] },
    });
    await expectRefusal(() => calculate(client, { wellId, companyRates: ['riskFree'] }), 400, {
      errors: { 'companyRates.0': ['Company rates must be discountRate or inflationRate'] },
    });
    expect((await client.delete(`${pathOf(company.id)}/2026-02-01`)).status).toBe(204);
    expect((await calculate(client, { wellId })).status).toBe(400);
  });

  it('covers many wells with one date', async () => {
    const { client } = await companyWithTables(TABLE);
    const wells = [await addWell(client, { field: 'North' }), await addWell(client, { field: 'North' })];
    const all = { ...COMPANY_RATES, scope: 'field', field: 'North', calculationDate: '2026-02-15' };
    const send = (given: object) => client.post('/api/aro-layers/calculate-all', { ...all, ...given });
    const message = 'The company’s rates need one calculation date for all wells';
    await expectRefusal(() => send({ calculationDate: null }), 400, {
      errors: { calculationDate: [message] },
    });
    const refused = await bodyOf<{ refusals: object[] }>(await send({ inflationRate: '2' }));
    expect(refused.refusals).toHaveLength(2);
    expect(await bodyOf(await send({}))).toMatchObject({ refusals: [] });
    for (const { id } of wells) {
      const [layer] = await layersOf(client, id);
      expect(layer).toMatchObject({ exactRate: '8.1666666667', ratesFrom: 'table' });
      expect((await historyOf(client, layer!.id)).rateReason).toBe(WHY);
    }
    await expectBooksToCheck(client);
  });
});
