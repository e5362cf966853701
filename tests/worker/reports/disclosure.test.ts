import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { getMovementFilter } from '~/components/reports/drill-down';
import { kindsOfDisclosure } from '~/domain/books/movement-kinds';
import type { LayerView } from '~/schemas/books/layer-views';
import type { DisclosureView, TrialBalanceView, WellLedgerView } from '~/schemas/reports/report-views';
import {
  accreteThrough,
  bodyOf,
  expectBooksToCheck,
  postingsOf,
  reversePosting,
  rollforward,
} from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import {
  balances,
  disclosure,
  expectGroupsAddUp,
  expectPeriodsAddUp,
  expectReportsAgree,
  maturities,
  sumOf,
  trialBalance,
} from '../../support/reports';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

function settle(client: SignedIn, wellId: string, given: Record<string, unknown>): Promise<Response> {
  return client.post(`/api/wells/${wellId}/settlements`, given);
}

/** A company with every kind of movement, in 2024 and 2025. */
async function companyWithAHistory() {
  const { client, company } = await signInToNewCompany();
  const a = await addWell(client, { wellCode: 'A', field: 'NORTH' });
  const b = await addWell(client, { wellCode: 'B', field: 'SOUTH' });
  const c = await addWell(client, { wellCode: 'C', field: 'NORTH' });
  const gone = await addWell(client, { wellCode: 'GONE', field: 'WEST' });
  const opened = { ...WELL_ROW, ...LAYER_ROW, wellCode: 'D', field: 'SOUTH' };
  await addLayer(client, a.id, { calculationDate: '2024-01-01' });
  await addLayer(client, b.id, { calculationDate: '2024-02-15', wellLifespan: 2 });
  await addLayer(client, c.id, { calculationDate: '2024-03-31' });
  await addLayer(client, gone.id, { calculationDate: '2024-03-01' });
  await accreteThrough(client, '2024-06-30');
  const increment = { layerType: 'additional', measurement: 'increment', pAndACost: 20_000 };
  await addLayer(client, a.id, { ...increment, calculationDate: '2024-07-15' });
  await addLayer(client, c.id, { ...increment, calculationDate: '2024-08-10' });
  const decrease = { layerType: 'additional', measurement: 'change', pAndACost: 90_000 };
  await addLayer(client, a.id, { ...decrease, calculationDate: '2024-09-10' });
  await accreteThrough(client, '2024-12-31');
  const { rejected } = await upload(
    client,
    company.id,
    [
      { ...opened, aroValue: '25000', currentAroValue: '30000.50' },
      { ...opened, wellCode: 'E', calculationDate: '2010-05-05', aroValue: '100', currentAroValue: '130.01' },
    ],
    { asOf: '2024-12-31' },
  );
  expect(rejected).toEqual([]);
  await accreteThrough(client, '2025-01-31');
  await bodyOf(await settle(client, a.id, { date: '2025-02-14', cost: '9000', relief: '8000.01' }), 201);
  await bodyOf(await settle(client, b.id, { date: '2025-03-20', cost: '100000', isFinal: true }), 201);
  const undone = await bodyOf<{ id: string }>(
    await settle(client, c.id, { date: '2025-03-25', cost: '10000', isFinal: true }),
    201,
  );
  await bodyOf(await reversePosting(client, undone.id, { date: '2025-04-10' }), 201);
  const [revision] = (await bodyOf<LayerView[]>(await client.get(`/api/wells/${c.id}/aro-layers`))).slice(1);
  const [calculation] = (await postingsOf(client, `wellId=${c.id}&kind=calculation`)).filter(
    ({ effectiveOn }) => effectiveOn === revision!.calculationDate,
  );
  await bodyOf(
    await reversePosting(client, calculation!.id, { date: '2025-04-20', includeLater: true }),
    201,
  );
  await accreteThrough(client, '2025-05-31');
  expect((await client.delete(`/api/wells/${gone.id}`)).status).toBe(204);
  return { client, company, a, b, c };
}

describe('the reports of a company with every kind of movement', () => {
  it('agree with each other for any dates', async () => {
    const { client } = await companyWithAHistory();
    await expectBooksToCheck(client);
    for (const [begin, end] of [
      ['2024-01-01', '2025-12-31'],
      ['2024-01-01', '2024-12-31'],
      ['2025-01-01', '2025-12-31'],
      ['2024-09-10', '2024-09-11'],
      ['2025-02-14', '2025-04-09'],
      ['2025-04-10', '2025-05-30'],
      ['2019-01-01', '2023-12-31'],
      ['2026-01-01', '2026-12-31'],
    ] as const) {
      await expectReportsAgree(client, begin, end);
    }
  });

  it('add up when split in two', async () => {
    const { client } = await companyWithAHistory();
    for (const middle of ['2024-06-30', '2024-12-30', '2024-12-31', '2025-03-22', '2025-04-15']) {
      await expectPeriodsAddUp(client, '2024-01-01', middle, '2025-12-31');
    }
  });

  it('by field and by well add up to the total, which they break down', async () => {
    const { client, a, b } = await companyWithAHistory();
    await expectGroupsAddUp(client, '2024-01-01', '2024-12-31');
    await expectGroupsAddUp(client, '2025-01-01', '2025-12-31');
    const dates = '2024-01-01&endDate=2025-12-31';
    const north = await bodyOf<DisclosureView[]>(
      await client.get(`/api/reports/disclosure?beginDate=${dates}&by=well&field=NORTH`),
    );
    expect(north.map(({ group }) => group)).toEqual(['A', 'C']);
    expect(north[0]!.wellId).toBe(a.id);
    expect((await disclosure(client, '2024-01-01', '2025-12-31'))[0]!.wellId).toBeNull();
    // A deleted well is in the trial balance with its reversals, but has no page to link to.
    const west = await bodyOf<TrialBalanceView[]>(
      await client.get(`/api/reports/trial-balance?beginDate=${dates}&by=well&field=WEST`),
    );
    expect(west.map(({ group, wellId, ending }) => [group, wellId, ending])).toContainEqual([
      'GONE',
      null,
      '0.00',
    ]);
    const [layer] = (await balances(client, '2024-03-01')).filter(({ wellCode }) => wellCode === 'B');
    expect(layer).toMatchObject({ wellId: b.id, aroLayerId: expect.stringMatching(/^\d+$/) });
  });

  it('tie to the movements behind a well’s amounts', async () => {
    const { client, a, c } = await companyWithAHistory();
    const [begin, end] = ['2025-01-01', '2025-12-31'];
    const wells = await disclosure(client, begin, end, 'well');
    for (const id of [a.id, c.id]) {
      const row = wells.find(({ wellId }) => wellId === id)!;
      const sumIn = async (query: string) =>
        sumOf(
          await bodyOf<WellLedgerView[]>(await client.get(`/api/wells/${id}/ledger?${query}`)),
          ({ liability }) => liability,
        );
      for (const column of ['opening', 'incurred', 'revisions', 'accretion', 'settled'] as const) {
        const kind = kindsOfDisclosure(column).join(',');
        expect(await sumIn(`from=${begin}&to=${end}&kind=${kind}`), column).toBe(row[column]);
      }
      expect(await sumIn('to=2024-12-31')).toBe(row.beginning);
      expect(await sumIn(`to=${end}`)).toBe(row.ending);
    }
  });

  it('tie a beginning balance to its movements, including an imported balance within the dates', async () => {
    const { client } = await companyWithAHistory();
    const dates = { beginDate: '2024-01-01', endDate: '2025-12-31' };
    const rows = await rollforward(client, dates.beginDate, dates.endDate);
    const opened = rows.filter(({ beginningBalance }) => beginningBalance !== '0.00');
    expect(opened.map(({ wellCode }) => wellCode)).toEqual(['D', 'E']);
    for (const { wellId, beginningBalance } of opened) {
      const filter = new URLSearchParams(getMovementFilter('aro-rollforward', 'beginningBalance', dates));
      const movements = await bodyOf<WellLedgerView[]>(
        await client.get(`/api/wells/${wellId}/ledger?${filter}`),
      );
      expect(sumOf(movements, ({ liability }) => liability)).toBe(beginningBalance);
      expect(movements.map(({ kind }) => kind)).toEqual(['opening']);
    }
    // The disclosure has a separate column for them.
    expect(getMovementFilter('disclosure', 'beginning', dates)).toEqual({ to: '2023-12-31' });
    expect(getMovementFilter('arc-rollforward', 'beginningCost', dates)).toEqual({
      to: '2023-12-31',
      openingsTo: '2025-12-31',
    });
  });

  it('show each kind in its column, and a reversal in the column of what it reverses', async () => {
    const { client } = await companyWithAHistory();
    const [year] = await disclosure(client, '2024-01-01', '2024-12-31');
    expect(year).toMatchObject({ group: 'Total', beginning: '0.00', opening: '30130.51', acquired: '0.00' });
    expect(Number(year!.revisions)).toBeLessThan(0);
    const wells = await disclosure(client, '2025-03-21', '2025-04-15', 'well');
    expect(wells.map(({ group }) => group)).toEqual(['A', 'B', 'C', 'D', 'E']);
    // Settled and reversed within the dates, so its own column nets to zero.
    expect(wells[2]).toMatchObject({ settled: '0.00', incurred: '0.00' });
    expect(
      Number((await disclosure(client, '2025-04-01', '2025-04-15', 'well'))[2]!.settled),
    ).toBeGreaterThan(0);
    const fields = await disclosure(client, '2024-01-01', '2025-12-31', 'field');
    expect(fields.map(({ group }) => group)).toEqual(['NORTH', 'SOUTH']);
    expect(fields.map(({ settled }) => Number(settled) < 0)).toEqual([true, true]);
  });

  it('show the current portion and the maturities as of their day', async () => {
    const { client } = await companyWithAHistory();
    // B is due on 2026-02-15; E was due in 2035.
    const current = async (end: string) =>
      (await disclosure(client, '2024-01-01', end, 'well')).map(({ group, current }) => [
        group,
        current !== '0.00',
      ]);
    expect(await current('2025-02-14')).toEqual([
      ['A', false],
      ['B', false],
      ['C', false],
      ['D', false],
      ['E', false],
    ]);
    expect((await current('2025-02-15'))[1]).toEqual(['B', true]);
    const [first, ...later] = await maturities(client, '2025-02-15');
    expect(Number(first!.undiscounted)).toBeGreaterThan(Number(first!.discounted));
    expect(later.map(({ discounted }) => discounted !== '0.00')).toEqual([false, false, false, false, true]);
  });

  it('are available as files', async () => {
    const { client, a } = await companyWithAHistory();
    const dates = 'beginDate=2024-01-01&endDate=2024-12-31';
    for (const [path, name] of [
      [`disclosure?${dates}&by=well`, 'aro-disclosure-by-well-2024-01-01-to-2024-12-31.csv'],
      [`trial-balance?${dates}`, 'aro-trial-balance-2024-01-01-to-2024-12-31.csv'],
      ['balances?asOf=2024-12-31', 'aro-balances-as-of-2024-12-31.csv'],
      ['maturities?asOf=2024-12-31', 'aro-maturities-as-of-2024-12-31.csv'],
      ['maturities?asOf=2024-12-31&by=field&year=after', 'aro-maturities-by-field-as-of-2024-12-31.csv'],
      [
        `trial-balance?${dates}&by=well&field=NORTH`,
        'aro-trial-balance-by-well-2024-01-01-to-2024-12-31.csv',
      ],
    ]) {
      const rows = await bodyOf<Record<string, unknown>[]>(await client.get(`/api/reports/${path}`));
      const response = await client.get(`/api/reports/${path}&format=csv`);
      expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${name}"`);
      const lines = (await response.text()).trim().replace('\uFEFF', '').split('\r\n');
      expect(lines).toHaveLength(rows.length + 1);
      const [first] = rows as [Record<string, unknown>];
      const shown = Object.keys(first).filter((column) => !isForLinks(column, first));
      expect(lines[0]!.split(',')).toEqual(shown.toSorted(inFileOrder(lines[0]!)));
      expect(lines[1]!.split(',')).toEqual(lines[0]!.split(',').map((column) => String(first[column])));
    }
    const ledger = await client.get(`/api/wells/${a.id}/ledger?format=csv`);
    const rows = await bodyOf<unknown[]>(await client.get(`/api/wells/${a.id}/ledger`));
    expect((await ledger.text()).trim().split('\r\n')).toHaveLength(rows.length + 1);
  });
});

/** Files omit ids, and the group if there is only one. */
const isForLinks = (column: string, { group }: Record<string, unknown>) =>
  ['wellId', 'aroLayerId'].includes(column) || (column === 'group' && group === 'Total');

const inFileOrder = (head: string) => (a: string, b: string) =>
  head.split(',').indexOf(a) - head.split(',').indexOf(b);

describe('a report that does not tie', () => {
  it('fails instead of returning a file; an as-of date in the past is not compared with today’s balances', async () => {
    const { client, company } = await signInToNewCompany();
    const well = await addWell(client);
    await addLayer(client, well.id, { calculationDate: '2024-01-01' });
    await accreteThrough(client, '2024-01-31');
    const spoil = (column: string) =>
      env.DB.prepare(
        `update layer set ${column} = ${column} + 1 where company = (select ledger_id from company where id = ?)`,
      )
        .bind(company.id)
        .run();
    await spoil('arc_cost_cents');
    expect((await client.get('/api/reports/balances?asOf=2024-01-31')).status).toBe(500);
    expect((await client.get('/api/reports/balances?asOf=2024-01-30')).status).toBe(200);
    await spoil('current_aro_cents');
    const dates = 'beginDate=2024-01-01&endDate=2024-01-31';
    expect((await client.get(`/api/reports/disclosure?${dates}`)).status).toBe(500);
    expect((await client.get('/api/reports/maturities?asOf=2024-02-29')).status).toBe(500);
    expect((await client.get(`/api/reports/disclosure?${dates.replace('31', '30')}`)).status).toBe(200);
  });
});

describe('the published note RF-XEC-2010 (Cimarex Energy, fiscal year 2010)', () => {
  it('is reproduced exactly through the API, including the current portion', async () => {
    const { client, company } = await signInToNewCompany();
    // Balances imported at the end of 2009: 142,360 at 5% and 6,950 at 6% accrete 7,535 in a year (thousands).
    const row = {
      ...WELL_ROW,
      ...LAYER_ROW,
      activeDate: '2000-01-01',
      calculationDate: '2009-12-31',
      inflationRate: '0',
    };
    const at = (wellCode: string, amount: string, discountRate: string, wellLifespan: string) => ({
      ...row,
      wellCode,
      discountRate,
      wellLifespan,
      pAndACost: '200000000',
      aroValue: amount,
      currentAroValue: amount,
    });
    const { rejected } = await upload(
      client,
      company.id,
      [
        at('DUE-2011', '40000000', '5', '2'),
        at('LONG', '102360000', '5', '20'),
        at('OTHER', '6950000', '6', '20'),
      ],
      { asOf: '2009-12-31' },
    );
    expect(rejected).toEqual([]);
    const wells = await bodyOf<{ id: string; wellCode: string }[]>(await client.get('/api/wells'));
    const idOf = (code: string) => wells.find(({ wellCode }) => wellCode === code)!.id;
    const day = '2010-12-31';
    await bodyOf(await client.post('/api/accretion/calculate', { periodType: 'annually', periodEnd: day }));
    const added = await addWell(client, { wellCode: 'NEW', activeDate: '2010-01-01' });
    const atCost = { discountRate: 5, inflationRate: 5, calculationDate: day, wellLifespan: 19 };
    await addLayer(client, added.id, { ...atCost, pAndACost: 4_555_000 });
    await addLayer(client, idOf('LONG'), {
      ...atCost,
      layerType: 'additional',
      measurement: 'change',
      pAndACost: 208_883_000,
    });
    for (const [code, amount] of [
      ['DUE-2011', '12724000'],
      ['LONG', '18790000'],
    ]) {
      await bodyOf(await settle(client, idOf(code!), { date: day, cost: amount, relief: amount }), 201);
    }
    expect(await disclosure(client, '2010-01-01', day)).toEqual([
      {
        group: 'Total',
        wellId: null,
        beginning: '149310000.00',
        opening: '0.00',
        incurred: '4555000.00',
        acquired: '0.00',
        revisions: '8883000.00',
        accretion: '7535000.00',
        settled: '-31514000.00',
        divested: '0.00',
        ending: '138769000.00',
        current: '29276000.00',
        nonCurrent: '109493000.00',
      },
    ]);
    await expectReportsAgree(client, '2010-01-01', day);
    const [, opening] = [await trialBalance(client, '2010-01-01', day), await balances(client, '2009-12-31')];
    expect(sumOf(opening, (layer) => layer.liability)).toBe('149310000.00');
  });
});
