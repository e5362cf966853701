import { describe, expect, it } from 'vitest';
import {
  addDays,
  fiscalYearStart,
  monthEnd,
  nextMonthEnd,
  previousMonthEnd,
} from '~/domain/calendar/calendar-date';
import { formatCents } from '~/domain/money/money';
import type { AccretionView } from '~/schemas/books/layer-views';
import type { OverviewView } from '~/schemas/reports/overview-views';
import type { RollforwardView } from '~/schemas/reports/report-views';
import type { WellView } from '~/schemas/wells/well-views';
import { bodyOf } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import { type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

/** A layer worth its cost, which accretes 1% per month. */
const HUNDRED_THOUSAND = { discountRate: 12, inflationRate: 12, wellLifespan: 25 };

const today = new Date().toISOString().slice(0, 10);
const thisYear = Number(today.slice(0, 4));
const newYear = `${thisYear}-01-01`;
const lastYearEnd = `${thisYear - 1}-12-31`;
const firstOfMonth = `${today.slice(0, 8)}01`;
/** The ends of the previous and the current month. */
const lastMonthEnd = previousMonthEnd(today);
const thisMonthEnd = nextMonthEnd(lastMonthEnd);

/** First day of the month that is this many months after the current one. */
const monthsFromNow = (months: number) =>
  new Date(Date.UTC(thisYear, Number(today.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10);

const cents = (text: string) => Number(text.replace('.', ''));

async function read<T>(client: SignedIn, path: string): Promise<T> {
  const response = await client.get(path);
  expect(response.status).toBe(200);
  return response.json();
}
const overview = (client: SignedIn) => read<OverviewView>(client, '/api/reports/overview');

async function post(client: SignedIn, periodEnd: string): Promise<AccretionView[]> {
  const response = await client.post('/api/accretion/calculate', { periodType: 'monthly', periodEnd });
  expect(response.status).toBe(200);
  return response.json();
}

/** Wells in two fields, with layers of this and earlier years, an increase, a decrease, and accretion of both years. */
async function companyWithBooks() {
  const { client, company } = await signInToNewCompany();
  const old = await addWell(client, { field: 'NORTH', activeDate: '2020-01-01' });
  const other = await addWell(client, { field: 'SOUTH', activeDate: '2020-01-01' });
  const young = await addWell(client, { field: 'SOUTH', activeDate: newYear });
  await addLayer(client, old.id, { ...HUNDRED_THOUSAND, calculationDate: '2023-03-10' });
  await addLayer(client, other.id, { ...HUNDRED_THOUSAND, pAndACost: 30_000, calculationDate: '2023-06-01' });
  await post(client, lastYearEnd);
  await addLayer(client, young.id, { ...HUNDRED_THOUSAND, pAndACost: 50_000, calculationDate: newYear });
  const additional = { ...HUNDRED_THOUSAND, layerType: 'additional', calculationDate: newYear };
  await addLayer(client, old.id, { ...additional, pAndACost: 120_000 });
  await addLayer(client, other.id, { ...additional, pAndACost: 25_000 });
  await post(client, lastMonthEnd);
  return { client, company, old, other, young };
}

describe('GET /api/reports/overview', () => {
  it('begins with the first day of the company’s fiscal year', async () => {
    const { client, company } = await signInToNewCompany();
    for (let fiscalYearEnd = 1; fiscalYearEnd <= 12; fiscalYearEnd += 1) {
      await client.put(`/api/companies/${company.id}/settings`, { fiscalYearEnd });
      const { rollforward } = await overview(client);
      expect(rollforward.beginDate).toBe(fiscalYearStart(today, fiscalYearEnd));
    }
  });

  it.each([
    { yearEnd: 0, begin: -11, beginningBalance: '1000.00', additions: '30000.00' },
    { yearEnd: 1, begin: -10, beginningBalance: '3000.00', additions: '28000.00' },
    { yearEnd: -1, begin: 0, beginningBalance: '15000.00', additions: '16000.00' },
  ])(
    'counts only the fiscal year’s changes if it ends $yearEnd months from now',
    async ({ yearEnd, begin, beginningBalance, additions }) => {
      const { client, company } = await signInToNewCompany();
      const fiscalYearEnd = Number(monthsFromNow(yearEnd).slice(5, 7));
      await bodyOf(await client.put(`/api/companies/${company.id}/settings`, { fiscalYearEnd }));
      const eachSide = [
        [addDays(monthsFromNow(-11), -1), 1_000],
        [monthsFromNow(-11), 2_000],
        [monthsFromNow(-10), 4_000],
        [lastMonthEnd, 8_000],
        [firstOfMonth, 16_000],
      ] as const;
      for (const [calculationDate, pAndACost] of eachSide) {
        const { id } = await addWell(client, { activeDate: '2020-01-01' });
        await addLayer(client, id, { ...HUNDRED_THOUSAND, pAndACost, calculationDate });
      }
      const deleted = await addWell(client, { activeDate: '2020-01-01' });
      await addLayer(client, deleted.id, { ...HUNDRED_THOUSAND, calculationDate: firstOfMonth });
      expect((await client.delete(`/api/wells/${deleted.id}`)).status).toBe(204);
      expect((await overview(client)).rollforward).toEqual({
        beginDate: monthsFromNow(begin),
        endDate: today,
        beginningBalance,
        additions,
        accretion: '0.00',
        reductions: '0.00',
        endingBalance: '31000.00',
        change: additions,
      });
    },
  );

  it('ties to the summary, the rollforward and itself', async () => {
    const { client } = await companyWithBooks();
    const view = await overview(client);
    const summary = await read<Record<string, unknown>>(client, '/api/reports/aro-summary');
    expect(view).toMatchObject({
      totalWells: summary.totalWells,
      totalLayers: summary.totalLayers,
      totalCurrentAro: summary.totalCurrentAro,
      postedThrough: lastMonthEnd,
      rollforward: { beginDate: newYear, endDate: today, endingBalance: summary.totalCurrentAro },
    });

    const report = await read<RollforwardView[]>(
      client,
      `/api/reports/aro-rollforward?beginDate=${newYear}&endDate=2199-12-31`,
    );
    const columns = ['beginningBalance', 'additions', 'accretion', 'reductions', 'endingBalance'] as const;
    for (const column of columns) {
      const sum = report.reduce((total, row) => total + cents(row[column]), 0);
      expect([column, view.rollforward[column]]).toEqual([column, formatCents(sum)]);
    }
    expect(view.rollforward.additions).toBe('70000.00');
    expect(view.rollforward.reductions).toBe('5000.00');
    expect(cents(view.rollforward.change)).toBe(
      cents(view.rollforward.endingBalance) - cents(view.rollforward.beginningBalance),
    );

    expect(view.fields.map(({ field, wells }) => [field, wells])).toEqual([
      ['NORTH', 1],
      ['SOUTH', 2],
    ]);
    expect(view.fields.reduce((sum, { currentAro }) => sum + cents(currentAro), 0)).toBe(
      cents(view.totalCurrentAro),
    );

    const { forecast } = view;
    expect(forecast.years.reduce((sum, { accretion }) => sum + cents(accretion), 0)).toBe(
      cents(forecast.total),
    );
    expect(cents(forecast.atRetirement)).toBe(cents(view.totalCurrentAro) + cents(forecast.total));
    // By then every well has retired and been derecognized in the forecast.
    expect(forecast.years.at(-1)!.liability).toBe('0.00');
  });

  it('leaves out a deleted well like the rollforward, even if its balance was imported this year', async () => {
    const { client, company } = await signInToNewCompany();
    const row = { ...WELL_ROW, ...LAYER_ROW, currentAroValue: '30000.50' };
    const rows = ['KEPT', 'GONE'].map((wellCode) => ({ ...row, wellCode }));
    await upload(client, company.id, rows, { asOf: newYear });
    const wells = await read<WellView[]>(client, '/api/wells');
    const gone = wells.find(({ wellCode }) => wellCode === 'GONE')!;
    expect((await client.delete(`/api/wells/${gone.id}`)).status).toBe(204);
    const { rollforward } = await overview(client);
    // Not through today, because that would not be a period on January 1.
    const query = `beginDate=${newYear}&endDate=${thisMonthEnd}&by=total`;
    const [report] = await read<RollforwardView[]>(client, `/api/reports/aro-rollforward?${query}`);
    expect(rollforward).toMatchObject({
      beginningBalance: report!.beginningBalance,
      reductions: report!.reductions,
      endingBalance: report!.endingBalance,
    });
    expect(rollforward).toMatchObject({ beginningBalance: '30000.50', reductions: '0.00' });
  });

  it('includes amounts dated after today, and shows the end date', async () => {
    const { client } = await signInToNewCompany();
    const { id } = await addWell(client);
    // The latest possible date of a layer.
    const nextMonthsEnd = nextMonthEnd(thisMonthEnd);
    await addLayer(client, id, { ...HUNDRED_THOUSAND, calculationDate: nextMonthsEnd });
    expect(await overview(client)).toMatchObject({
      totalCurrentAro: '100000.00',
      rollforward: {
        endDate: nextMonthsEnd,
        beginningBalance: '0.00',
        additions: '100000.00',
        change: '100000.00',
      },
    });
  });

  it('forecasts by fiscal year, named by the year it ends in', async () => {
    const { client, company } = await signInToNewCompany();
    const { id } = await addWell(client);
    await addLayer(client, id, { ...HUNDRED_THOUSAND, wellLifespan: 3, calculationDate: '2024-06-30' });
    await post(client, '2024-07-31');
    const yearsOf = async () => (await overview(client)).forecast.years.map(({ year }) => year);
    expect(await yearsOf()).toEqual([2024, 2025, 2026, 2027]);
    await bodyOf(await client.put(`/api/companies/${company.id}/settings`, { fiscalYearEnd: 6 }));
    expect(await yearsOf()).toEqual([2025, 2026, 2027]);
  });

  it('forecasts what month-ends then post', async () => {
    const { client } = await signInToNewCompany();
    const [small, large] = [await addWell(client), await addWell(client)];
    await addLayer(client, small.id, {
      ...HUNDRED_THOUSAND,
      pAndACost: 30_000,
      calculationDate: '2023-06-01',
    });
    await addLayer(client, large.id, { ...HUNDRED_THOUSAND, calculationDate: '2023-03-10' });
    const additional = { ...HUNDRED_THOUSAND, layerType: 'additional', calculationDate: '2024-01-15' };
    await addLayer(client, large.id, { ...additional, pAndACost: 120_000 });
    const yearAgo = monthEnd(`${Number(lastMonthEnd.slice(0, 4)) - 1}${lastMonthEnd.slice(4, 8)}01`);
    await post(client, yearAgo);

    let periodEnd = nextMonthEnd(yearAgo);
    const before = await overview(client);
    expect(before.forecast).toMatchObject({ method: 'simple', firstPeriodEnd: periodEnd });
    // The 2024 layer lives 25 years from then.
    const firstYear = Number(periodEnd.slice(0, 4));
    expect(before.forecast.years.map(({ year }) => year)).toEqual(
      Array.from({ length: 2050 - firstYear }, (_, index) => firstYear + index),
    );

    let posted = 0;
    for (let month = 0; month < 12; month += 1) {
      const records = await post(client, periodEnd);
      posted += records.reduce((sum, { accretionExpense }) => sum + cents(accretionExpense), 0);
      periodEnd = nextMonthEnd(periodEnd);
    }
    // Three layers, each rounded twelve times.
    expect(Math.abs(posted - cents(before.forecast.twelveMonths))).toBeLessThanOrEqual(18);
    const after = await overview(client);
    expect(after.forecast.firstPeriodEnd).toBe(periodEnd);
    const still = cents(after.forecast.total) + posted - cents(before.forecast.total);
    expect(Math.abs(still)).toBeLessThanOrEqual(1_000);
  });

  it('accretes by the company’s method: a year of `effective` is the rate itself', async () => {
    const { client, company } = await signInToNewCompany();
    const { id } = await addWell(client);
    await addLayer(client, id, { ...HUNDRED_THOUSAND, calculationDate: firstOfMonth });
    // Nothing is posted, so the current month is the first that posts automatically.
    const simple = await overview(client);
    expect(simple).toMatchObject({
      postedThrough: null,
      forecast: { method: 'simple', firstPeriodEnd: thisMonthEnd, twelveMonths: '12682.50' },
    });
    const changed = await client.put(`/api/companies/${company.id}/settings`, {
      accretionMethod: 'effective',
    });
    expect(changed.status).toBe(200);
    expect((await overview(client)).forecast).toMatchObject({
      method: 'effective',
      twelveMonths: '12000.00',
    });
  });

  it('stops accreting plugged wells, which remain a liability', async () => {
    const { client } = await signInToNewCompany();
    const [kept, plugged] = [await addWell(client), await addWell(client)];
    const calculationDate = '2020-01-31';
    for (const { id } of [kept, plugged])
      await addLayer(client, id, { ...HUNDRED_THOUSAND, calculationDate });
    const { forecast } = await overview(client);
    const put = await client.put(`/api/wells/${plugged.id}`, {
      ...plugged,
      wellStatus: 'Plugged',
      // The layer's first day, so it never accretes.
      pluggedOn: calculationDate,
    });
    expect(put.status).toBe(200);
    const after = await overview(client);
    expect(after.totalCurrentAro).toBe('200000.00');
    expect(Math.abs(2 * cents(after.forecast.total) - cents(forecast.total))).toBeLessThanOrEqual(1);
  });

  it('is all zeros without layers, except for the well without an obligation', async () => {
    const { client } = await signInToNewCompany();
    await addWell(client);
    expect(await overview(client)).toEqual({
      totalWells: 0,
      totalLayers: 0,
      totalCurrentAro: '0.00',
      worklist: { overdue: 0, plugged: 0, unreviewed: 0, negative: 0, unrecorded: 1 },
      catchUps: [],
      rollforward: {
        beginDate: newYear,
        endDate: today,
        beginningBalance: '0.00',
        additions: '0.00',
        accretion: '0.00',
        reductions: '0.00',
        endingBalance: '0.00',
        change: '0.00',
      },
      postedThrough: null,
      fields: [],
      forecast: {
        method: 'simple',
        firstPeriodEnd: thisMonthEnd,
        lastPeriodEnd: null,
        twelveMonths: '0.00',
        total: '0.00',
        atRetirement: '0.00',
        years: [],
      },
    });
  });

  it('is filtered like the list of layers, and all its parts tie', async () => {
    const { client, old } = await companyWithBooks();
    const all = await overview(client);
    const of = (query: string) => read<OverviewView>(client, `/api/reports/overview?${query}`);
    const listed = async (query: string) => {
      const layers = await read<{ currentAroValue: string }[]>(client, `/api/aro-layers?${query}`);
      return formatCents(layers.reduce((sum, { currentAroValue }) => sum + cents(currentAroValue), 0));
    };
    for (const query of [
      'field=SOUTH',
      'layer=2',
      `wellId=${old.id}`,
      'field=NORTH&layer=2',
      'status=current',
    ]) {
      const view = await of(query);
      expect([query, view.totalCurrentAro]).toEqual([query, await listed(query)]);
      const { beginningBalance, change, endingBalance } = view.rollforward;
      expect(endingBalance).toBe(view.totalCurrentAro);
      expect(cents(beginningBalance) + cents(change)).toBe(cents(endingBalance));
      expect(view.fields.reduce((sum, { currentAro }) => sum + cents(currentAro), 0)).toBe(
        cents(endingBalance),
      );
      expect(view.forecast.years.at(-1)!.liability).toBe('0.00');
    }
    const [north, south] = [await of('field=NORTH'), await of('field=SOUTH')];
    expect([north.totalWells, south.totalWells]).toEqual([1, 2]);
    expect(north.fields.map(({ field }) => field)).toEqual(['NORTH']);
    expect(cents(north.totalCurrentAro) + cents(south.totalCurrentAro)).toBe(cents(all.totalCurrentAro));
    expect(cents(north.rollforward.accretion) + cents(south.rollforward.accretion)).toBe(
      cents(all.rollforward.accretion),
    );
    expect(await of('status=all&field=')).toEqual(all);
    // Another company's well is unknown.
    const { client: outsider } = await signInToNewCompany();
    expect(await read(outsider, `/api/reports/overview?wellId=${old.id}`)).toMatchObject({
      totalWells: 0,
      totalCurrentAro: '0.00',
      rollforward: { beginningBalance: '0.00', change: '0.00' },
    });
  });

  it('is limited to the company, and available to its viewers', async () => {
    const { company, client } = await companyWithBooks();
    const { client: outsider } = await signInToNewCompany();
    const { id } = await addWell(outsider, { field: 'ELSEWHERE' });
    await addLayer(outsider, id, { ...HUNDRED_THOUSAND, pAndACost: 1_000 });
    expect(await overview(outsider)).toMatchObject({
      totalWells: 1,
      totalLayers: 1,
      totalCurrentAro: '1000.00',
      postedThrough: null,
      rollforward: { accretion: '0.00', additions: '0.00', beginningBalance: '1000.00' },
      fields: [{ field: 'ELSEWHERE', wells: 1, currentAro: '1000.00' }],
    });
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    expect(await overview(viewer)).toEqual(await overview(client));
  });
});
