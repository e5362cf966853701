import { describe, expect, it } from 'vitest';
import type { WorklistKind } from '~/domain/books/worklist';
import type { PeriodsView } from '~/schemas/books/period';
import type { WorklistPage } from '~/schemas/books/worklist';
import type { CloseView } from '~/schemas/close/close';
import type { OverviewView } from '~/schemas/reports/overview-views';
import type { WellLedgerView } from '~/schemas/reports/report-views';
import { accreteThrough, bodyOf, postingsOf, reversePosting } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const KINDS: WorklistKind[] = ['overdue', 'plugged', 'unreviewed', 'negative', 'unrecorded'];
const page = async (client: SignedIn, query: string): Promise<WorklistPage> =>
  bodyOf(await client.get(`/api/worklist?${query}`));
const codes = async (client: SignedIn, kind: WorklistKind, asOf = '') =>
  (await page(client, `kind=${kind}${asOf && `&asOf=${asOf}`}`)).items.map(({ wellCode }) => wellCode);
const countsOf = async (client: SignedIn) =>
  (await bodyOf<OverviewView>(await client.get('/api/reports/overview'))).worklist;

/** First day of the month that many months ago. */
function ago(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
}

/** One well for each reason, and wells with none. */
async function wellsOfEachKind() {
  const { client } = await signInToNewCompany();
  const add = async (wellCode: string, given: Record<string, unknown>) => {
    const well = await addWell(client, { wellCode });
    await addLayer(client, well.id, given);
    return well;
  };
  await add('FINE', { calculationDate: ago(2) });
  await add('OLD', { calculationDate: ago(14) });
  await add('LATE', { calculationDate: ago(30), wellLifespan: 2 });
  const revised = await add('REVISED', { calculationDate: ago(30), wellLifespan: 2 });
  await addLayer(client, revised.id, {
    layerType: 'additional',
    pAndACost: 110_000,
    calculationDate: ago(1),
  });
  const plugged = await add('PLUGGED', { calculationDate: ago(14) });
  const { version: _, ...fields } = plugged;
  await bodyOf(
    await client.put(`/api/wells/${plugged.id}`, { ...fields, wellStatus: 'Plugged', pluggedOn: ago(3) }),
  );
  // A decrease at a higher rate than the layer it reduces, so it grows faster than the rest.
  const below = await add('BELOW', { calculationDate: ago(2), discountRate: 1, inflationRate: 0 });
  await addLayer(client, below.id, {
    layerType: 'additional',
    pAndACost: 1,
    discountRate: 50,
    inflationRate: 50,
    calculationDate: ago(1),
  });
  await addWell(client, { wellCode: 'WITHOUT', activeDate: ago(1) });
  await addWell(client, { wellCode: 'PLANNED', activeDate: '2199-01-01' });
  await addWell(client, {
    wellCode: 'ABANDONED',
    activeDate: ago(30),
    wellStatus: 'Plugged',
    pluggedOn: ago(3),
  });
  const lastMonth = new Date(new Date(ago(0)).getTime() - 86_400_000).toISOString().slice(0, 10);
  await accreteThrough(client, lastMonth, below.id);
  return client;
}

describe('the worklist', () => {
  it('lists each well that needs attention, by reason, with the same counts in the overview and periods', async () => {
    const client = await wellsOfEachKind();
    expect(await codes(client, 'overdue')).toEqual(['LATE']);
    expect(await codes(client, 'plugged')).toEqual(['PLUGGED']);
    expect(await codes(client, 'unreviewed')).toEqual(['LATE', 'OLD']);
    expect(await codes(client, 'negative')).toEqual(['BELOW']);
    expect(await codes(client, 'unrecorded')).toEqual(['WITHOUT']);
    expect(await countsOf(client)).toEqual({
      overdue: 1,
      plugged: 1,
      unreviewed: 2,
      negative: 1,
      unrecorded: 1,
    });
    // Each well counts once, although LATE has two reasons.
    expect(await bodyOf(await client.get('/api/close-status'))).toMatchObject({ attention: 5 });
    const [item] = (await page(client, 'kind=overdue')).items;
    expect(item).toMatchObject({
      wellCode: 'LATE',
      estimatedOn: ago(30),
      retirementDate: ago(6),
      pluggedOn: null,
    });
    const { periods } = await bodyOf<PeriodsView>(
      await client.get(`/api/periods?month=${ago(0).slice(0, 7)}`),
    );
    expect(periods[0]?.warnings).toEqual([
      '1 well past the retirement date with a balance',
      '1 well plugged with a balance',
      '2 wells with an estimate older than 12 months',
      '1 well with a liability below zero',
      '1 well without an obligation',
    ]);
  });

  it('lists a well in service without an obligation from its active date until it gets one, and again after a reversal', async () => {
    const { client } = await signInToNewCompany();
    const other = await addWell(client, { wellCode: 'OTHER' });
    await addLayer(client, other.id, { calculationDate: '2024-01-10' });
    // In service on the last day of the month.
    const well = await addWell(client, { wellCode: 'FORGOTTEN', activeDate: '2024-02-29' });
    const sold = await addWell(client, { wellCode: 'SOLD', activeDate: '2024-01-10' });
    await addLayer(client, sold.id, { calculationDate: '2024-01-10' });
    await bodyOf(
      await client.post(`/api/wells/${sold.id}/sales`, { date: '2024-01-20', interestSold: '100' }),
      201,
    );
    const warned = async (month: string) => {
      const { periods } = await bodyOf<PeriodsView>(await client.get(`/api/periods?month=${month}`));
      return periods.find((one) => one.month === month)?.warnings;
    };
    const without = '1 well without an obligation';
    expect(await warned('2024-01')).toEqual([]);
    expect(await warned('2024-02')).toEqual([without]);
    const close = await bodyOf<CloseView>(await client.get('/api/closes/2024-02'));
    expect(close.checklist.find(({ item }) => item === 'worklist')?.texts[0]).toBe(`${without}.`);
    await addLayer(client, well.id, { calculationDate: '2024-04-15' });
    expect(await warned('2024-03')).toEqual([without]);
    expect(await warned('2024-04')).toEqual([]);
    expect(await codes(client, 'unrecorded', '2024-03-31')).toEqual(['FORGOTTEN']);
    expect(await codes(client, 'unrecorded', '2024-04-30')).toEqual([]);
    expect(await codes(client, 'unrecorded')).toEqual([]);
    const [newest] = await postingsOf(client);
    expect((await reversePosting(client, newest!.id)).status).toBe(201);
    expect(await codes(client, 'unrecorded')).toEqual(['FORGOTTEN']);
  });

  it('warns of wells without an obligation only if none was recognized by then, like its list', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client, { wellCode: 'ONLY', activeDate: '2024-01-10' });
    await addWell(client, { wellCode: 'PLANNED', activeDate: '2199-01-01' });
    await addLayer(client, well.id, { calculationDate: '2024-01-10' });
    const attention = async () =>
      (await bodyOf<{ attention: number }>(await client.get('/api/close-status'))).attention;
    expect(await attention()).toBe(1);
    const [newest] = await postingsOf(client);
    expect((await reversePosting(client, newest!.id)).status).toBe(201);
    const { periods } = await bodyOf<PeriodsView>(await client.get('/api/periods?month=2024-01'));
    expect(periods.find(({ month }) => month === '2024-01')?.warnings).toEqual([
      '1 well without an obligation',
    ]);
    expect(await codes(client, 'unrecorded', '2024-01-31')).toEqual(['ONLY']);
    expect(await attention()).toBe(1);
  });

  it('applies the filters of ARO Detail to its list and counts, and judges whole wells', async () => {
    const { client } = await signInToNewCompany();
    const add = async (wellCode: string, field: string, ...dates: string[]) => {
      const well = await addWell(client, { wellCode, field, activeDate: ago(40) });
      for (const [at, calculationDate] of dates.entries())
        await addLayer(client, well.id, {
          layerType: at === 0 ? 'initial' : 'additional',
          pAndACost: 100_000 + at,
          calculationDate,
        });
    };
    await add('N-OLD', 'NORTH', ago(14));
    await add('N-REVISED', 'NORTH', ago(30), ago(1));
    await add('N-TWICE', 'NORTH', ago(30), ago(20));
    await add('N-NONE', 'NORTH');
    await add('S-OLD', 'SOUTH', ago(14));
    await add('S-NONE', 'SOUTH');
    const narrowed = async (query: string) => {
      const view = await bodyOf<OverviewView>(await client.get(`/api/reports/overview?${query}`));
      const lists = ['unreviewed', 'unrecorded'] as const;
      const found = await Promise.all(lists.map((kind) => page(client, `kind=${kind}&${query}`)));
      const items = found.map((one) => one.items.map(({ wellCode }) => wellCode));
      expect(lists.map((kind) => view.worklist[kind])).toEqual(items.map(({ length }) => length));
      return items;
    };
    expect(await narrowed('')).toEqual([
      ['N-OLD', 'N-TWICE', 'S-OLD'],
      ['N-NONE', 'S-NONE'],
    ]);
    expect(await narrowed('field=NORTH')).toEqual([['N-OLD', 'N-TWICE'], ['N-NONE']]);
    expect(await narrowed('search=s-')).toEqual([['S-OLD'], ['S-NONE']]);
    // The first layer of a revised well is old, but its estimate is not.
    expect(await narrowed('layer=1')).toEqual([['N-OLD', 'N-TWICE', 'S-OLD'], []]);
    expect(await narrowed('layer=2')).toEqual([['N-TWICE'], []]);
    expect(await narrowed('status=historical')).toEqual([[], []]);
  });

  it('is as of the month’s last day when a month is closed late, in the list, the close and the API', async () => {
    const { client } = await signInToNewCompany();
    const add = async (wellCode: string, given: { calculationDate: string; wellLifespan?: number }) => {
      const well = await addWell(client, { wellCode, activeDate: given.calculationDate });
      await addLayer(client, well.id, given);
      return well;
    };
    // Past its retirement date since January 2024, settled in June; revised in August; plugged in May and settled in July.
    const settled = await add('SETTLED', { calculationDate: '2022-01-10', wellLifespan: 2 });
    const revised = await add('REVISED', { calculationDate: '2023-01-10', wellLifespan: 20 });
    const plugged = await add('PLUGGED', { calculationDate: '2023-06-10', wellLifespan: 20 });
    const sold = await add('SOLD', { calculationDate: '2023-06-10', wellLifespan: 20 });
    await add('LATER', { calculationDate: '2024-09-10', wellLifespan: 20 });
    const { version: _, ...fields } = plugged;
    const plug = { ...fields, wellStatus: 'Plugged', pluggedOn: '2024-05-10' };
    await bodyOf(await client.put(`/api/wells/${plugged.id}`, plug));
    const settle = (id: string, date: string) =>
      client.post(`/api/wells/${id}/settlements`, { date, cost: '1.00', isFinal: true });
    await bodyOf(await settle(settled.id, '2024-06-15'), 201);
    await bodyOf(await settle(plugged.id, '2024-07-15'), 201);
    const sale = { date: '2024-07-20', interestSold: '100' };
    await bodyOf(await client.post(`/api/wells/${sold.id}/sales`, sale), 201);
    const more = { layerType: 'additional', pAndACost: 110_000, calculationDate: '2024-08-10' };
    await addLayer(client, revised.id, more);

    const warningsOf = async (month: string, query = `?month=${month}`) => {
      const { periods } = await bodyOf<PeriodsView>(await client.get(`/api/periods${query}`));
      return periods.find((one) => one.month === month)?.warnings;
    };
    const overdue = '1 well past the retirement date with a balance';
    const old = (wells: string) => `${wells} with an estimate older than 12 months`;
    expect(await warningsOf('2023-12')).toEqual([old('1 well')]);
    expect(await warningsOf('2024-03')).toEqual([overdue, old('2 wells')]);
    expect(await warningsOf('2024-05')).toEqual([overdue, '1 well plugged with a balance', old('2 wells')]);
    expect(await warningsOf('2024-06')).toEqual(['1 well plugged with a balance', old('2 wells')]);
    expect(await warningsOf('2024-07')).toEqual([old('1 well')]);
    expect(await warningsOf('2024-08')).toEqual([]);
    expect(await warningsOf('2024-03', '')).toEqual([]);
    expect(await codes(client, 'unreviewed', '2024-06-30')).toEqual(['REVISED', 'SOLD']);
    expect(await codes(client, 'overdue', '2024-03-31')).toEqual(['SETTLED']);
    const [item] = (await page(client, 'kind=plugged&asOf=2024-05-31')).items;
    const ledger = await bodyOf<WellLedgerView[]>(await client.get(`/api/wells/${plugged.id}/ledger`));
    const upToMay = ledger.filter(({ effectiveOn }) => effectiveOn <= '2024-05-31');
    expect(item).toMatchObject({ wellCode: 'PLUGGED', carryingAmount: upToMay.at(-1)?.liabilityBalance });

    await accreteThrough(client, '2024-03-31');
    await accreteThrough(client, '2024-10-31');
    await bodyOf(await client.post('/api/periods/close', { through: '2024-02-29' }));
    expect(await warningsOf('2024-03', '')).toEqual([overdue, old('2 wells')]);
    await bodyOf(await client.post('/api/periods/close', { through: '2024-03-31' }));
    const close = await bodyOf<CloseView>(await client.get('/api/closes/2024-03'));
    expect(close.checklist.find(({ item }) => item === 'worklist')?.texts[0]).toBe(`${overdue}.`);
    expect(close.checklist.find(({ item }) => item === 'settlements')?.state).not.toBe('look');
  });

  it('lists a well from the month whose accretion takes it below zero, until that is reversed', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    await addLayer(client, well.id, { calculationDate: '2024-01-01', discountRate: 1, inflationRate: 0 });
    // Removes the whole balance, at a rate at which it grows faster.
    const less = { layerType: 'additional', pAndACost: 1, discountRate: 50, inflationRate: 50 };
    await addLayer(client, well.id, { ...less, calculationDate: '2024-02-29' });
    await accreteThrough(client, '2024-03-31');
    const belowZero = async () => {
      const months = ['2024-02', '2024-03'].map(async (month) => {
        const { periods } = await bodyOf<PeriodsView>(await client.get(`/api/periods?month=${month}`));
        return periods.find((one) => one.month === month)?.warnings;
      });
      return Promise.all(months);
    };
    expect(await belowZero()).toEqual([[], ['1 well with a liability below zero']]);
    const [accretion] = await postingsOf(client, 'kind=accretion');
    expect((await reversePosting(client, accretion!.id)).status).toBe(201);
    expect(await belowZero()).toEqual([[], []]);
  });

  it('includes later-dated postings in today’s list', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client, { wellCode: 'LATE' });
    await addLayer(client, well.id, { calculationDate: ago(30), wellLifespan: 2 });
    const now = new Date();
    const nextMonthEnd = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 0));
    const settlement = { date: nextMonthEnd.toISOString().slice(0, 10), cost: '1.00', isFinal: true };
    expect(await codes(client, 'overdue')).toEqual(['LATE']);
    await bodyOf(await client.post(`/api/wells/${well.id}/settlements`, settlement), 201);
    expect(await codes(client, 'overdue')).toEqual([]);
    expect(await codes(client, 'overdue', now.toISOString().slice(0, 10))).toEqual([]);
  });

  it('warns in the current month of wells in service today, not of those that begin later in it', async () => {
    const { client } = await signInToNewCompany();
    const [now, month] = [new Date(), ago(0).slice(0, 7)];
    const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0));
    const monthEnd = last.toISOString().slice(0, 10);
    const other = await addWell(client, { activeDate: ago(0) });
    await addLayer(client, other.id, { calculationDate: ago(0) });
    await addWell(client, { wellCode: 'SOON', activeDate: monthEnd });
    const { periods } = await bodyOf<PeriodsView>(await client.get(`/api/periods?month=${month}`));
    const isLastDay = now.toISOString().slice(0, 10) === monthEnd;
    expect(periods[0]?.warnings).toEqual(isLastDay ? ['1 well without an obligation'] : []);
    expect(await codes(client, 'unrecorded', monthEnd)).toEqual(isLastDay ? ['SOON'] : []);
  });

  it('returns pages, of one company only, without deleted wells', async () => {
    const { client } = await signInToNewCompany();
    const { client: other } = await signInToNewCompany();
    for (const wellCode of ['A-1', 'A-2', 'A-3']) {
      const well = await addWell(client, { wellCode });
      await addLayer(client, well.id, { calculationDate: ago(14) });
      if (wellCode === 'A-2') expect((await client.delete(`/api/wells/${well.id}`)).status).toBe(204);
    }
    const first = await page(client, 'kind=unreviewed&limit=1');
    expect(first.items.map(({ wellCode }) => wellCode)).toEqual(['A-1']);
    const link = (await client.get('/api/worklist?kind=unreviewed&limit=1')).headers.get('Link');
    const [, next] = /^<(.+)>; rel="next"$/.exec(link ?? '')!;
    const second = await client.get(next!);
    expect((await bodyOf<WorklistPage>(second)).items.map(({ wellCode }) => wellCode)).toEqual(['A-3']);
    expect(second.headers.get('Link')).toBeNull();
    const rest = await page(
      client,
      `kind=unreviewed&limit=1&cursor=${encodeURIComponent(first.nextCursor!)}`,
    );
    expect(rest).toMatchObject({ items: [{ wellCode: 'A-3' }], nextCursor: null });
    for (const kind of KINDS) expect(await codes(other, kind)).toEqual([]);
    expect((await client.get('/api/worklist')).status).toBe(400);
    expect((await client.get('/api/worklist?kind=x')).status).toBe(400);
  });
});
