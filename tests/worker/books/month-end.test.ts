import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import type { AccretionView } from '~/schemas/books/layer-views';
import type { MonthEndView } from '~/schemas/books/posting-views';
import { runMonthEnd } from '~/services/books/month-end.server';
import { retryMonthEnds, startMonthEnd } from '~/services/books/start-month-ends.server';
import { addLayer, addWell } from '../../support/layers';
import {
  booksOf,
  companyWithManyLayers,
  cron,
  deliver,
  jobContext,
  recordsOf,
  runsOf,
  statusesOf,
} from '../../support/month-ends';
import { allRows } from '../../support/tables';
import { makeCompany, type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

const JANUARY = '2024-01-31';
const FEBRUARY = '2024-02-29';
const MARCH = '2024-03-31';

/** With equal inflation and discount rates the layer is worth its cost: 100,000.00. */
const HUNDRED_THOUSAND = { discountRate: 12, inflationRate: 12, calculationDate: '2023-12-31' };

async function companyWithLayer(given: Record<string, unknown> = {}) {
  const { client, company } = await signInToNewCompany();
  const well = await addWell(client);
  const layer = await addLayer(client, well.id, { ...HUNDRED_THOUSAND, ...given });
  return { client, company, companyId: company.id, well, layer };
}

const setMethod = (companyId: string, method: string) =>
  env.DB.prepare('update company set accretion_method = ? where id = ?').bind(method, companyId).run();

const postByHand = (client: SignedIn, periodEnd: string) =>
  client.post('/api/accretion/calculate', { periodType: 'monthly', periodEnd });

async function listed(client: SignedIn): Promise<MonthEndView[]> {
  const response = await client.get('/api/accretion/month-ends');
  expect(response.status).toBe(200);
  return response.json();
}

/** Fires the cron trigger and loses all its messages. */
async function cronWithoutMessages(time: string): Promise<void> {
  const lossy = { ...env, JOBS: { sendBatch: async () => {} } } as unknown as Env;
  await startMonthEnd({ ...jobContext(lossy), now: new Date(time) });
}

const figures = async (companyId: string) =>
  (await recordsOf(companyId)).map(({ from, to, expense }) => [from, to, expense]);

describe('the cron trigger', () => {
  it('posts the prior month for every company, by its method, and no other company’s layers', async () => {
    const simple = await companyWithLayer();
    const effective = await companyWithLayer();
    await setMethod(effective.companyId, 'effective');
    const empty = await makeCompany();

    await cron('2024-02-01T02:00:00Z');

    expect(await figures(simple.companyId)).toEqual([['2023-12-31', JANUARY, 100_000]]);
    expect(await figures(effective.companyId)).toEqual([['2023-12-31', JANUARY, 94_888]]);
    expect(await listed(effective.client)).toEqual([
      {
        periodEnd: JANUARY,
        status: 'done',
        isPosted: true,
        reason: null,
        startedAt: '2024-02-01T02:00:00.000Z',
        finishedAt: expect.stringMatching(/^20\d\d-.*Z$/),
        layers: 1,
        totalAccretion: '948.88',
        totalDepreciation: '0.00',
        catchUp: null,
      },
    ]);
    expect(await runsOf(empty.id)).toMatchObject([{ status: 'done', layers: 0 }]);
    const { actor, actions } = await auditOf(simple.companyId);
    expect(actor).toEqual(['system']);
    expect(actions).toEqual(['accretion.posted', 'month_end.posted']);
    // Nothing in its books was changed.
    expect((await auditOf(empty.id)).actions).toEqual([]);
  });

  it('takes the month from the scheduled time of the event, and posts it once', async () => {
    const { companyId } = await companyWithLayer({ calculationDate: FEBRUARY });
    await cron('2024-04-01T02:00:00Z');
    const books = await booksOf(companyId);
    expect(books.runs).toMatchObject([{ period_end: MARCH, status: 'done', layers: 1 }]);
    await cron('2024-04-01T02:00:00Z');
    // An event that arrives after a later one.
    await cron('2024-03-01T02:00:00Z');
    expect(await booksOf(companyId)).toEqual(books);
  });

  it('starts every company’s run even if its messages are lost, and the next message catches up', async () => {
    const { companyId } = await companyWithLayer({ calculationDate: MARCH });
    await cronWithoutMessages('2024-05-01T02:00:00Z');
    expect(await statusesOf(companyId)).toEqual([['2024-04-30', 'running']]);
    expect(await recordsOf(companyId)).toEqual([]);
    expect(await deliver({ companyId, periodEnd: '2024-05-31' })).toBe('acknowledged');
    expect(await figures(companyId)).toEqual([
      [MARCH, '2024-04-30', 100_000],
      ['2024-04-30', '2024-05-31', 101_000],
    ]);
  });

  it('starts what no event of the 1st started, on the day events resume', async () => {
    const [there, added] = [await companyWithLayer({ calculationDate: '2024-05-31' }), await makeCompany()];
    const createdAt = (id: string, at: string) =>
      env.DB.prepare('update company set created_at = ? where id = ?').bind(at, id).run();
    await createdAt(there.companyId, '2024-06-20T00:00:00.000Z');
    await createdAt(added.id, '2024-07-02T00:00:00.000Z');
    await cron('2024-07-01T01:15:00Z', '15 * * * *');
    expect(await statusesOf(there.companyId)).toEqual([]);
    await cron('2024-07-03T09:15:00Z', '15 * * * *');
    expect(await statusesOf(there.companyId)).toEqual([['2024-06-30', 'done']]);
    expect(await figures(there.companyId)).toEqual([['2024-05-31', '2024-06-30', 100_000]]);
    // Its first month-end is July’s.
    expect(await statusesOf(added.id)).toEqual([]);
  });

  it('resends a lost message within hours', async () => {
    const { companyId } = await companyWithLayer({ calculationDate: '2024-05-31' });
    await cronWithoutMessages('2024-07-01T02:00:00Z');
    await cron('2024-07-01T03:15:00Z', '15 * * * *');
    expect(await figures(companyId)).toEqual([['2024-05-31', '2024-06-30', 100_000]]);
  });
});

async function auditOf(companyId: string) {
  const { results } = await env.DB.prepare(
    "select distinct user_id, action from audit_log where company_id = ? and action not like 'well.%' and action not like 'aro_layer.%'",
  )
    .bind(companyId)
    .all<{ user_id: string; action: string }>();
  return {
    actor: [...new Set(results.map(({ user_id }) => user_id))],
    actions: results.map(({ action }) => action).sort(),
  };
}

describe('a month-end', () => {
  it.each(['simple', 'effective'])('posts to the cent what the button posts: %s', async (method) => {
    const byHand = await companyWithLayer();
    const bySystem = await companyWithLayer();
    for (const { client, companyId, well } of [byHand, bySystem]) {
      await setMethod(companyId, method);
      await client.put(`/api/wells/${well.id}`, { ...well, wellCode: 'ONE' });
      const decrease = { layerType: 'additional', pAndACost: 63_210.55, calculationDate: '2024-01-09' };
      await addLayer(client, well.id, { ...HUNDRED_THOUSAND, ...decrease });
      const odd = await addWell(client, { wellCode: 'ODD' });
      await addLayer(client, odd.id, {
        discountRate: 7.77,
        pAndACost: 12_345.67,
        calculationDate: '2024-02-11',
      });
      const plugged = await addWell(client, { wellCode: 'PLUGGED' });
      await addLayer(client, plugged.id, HUNDRED_THOUSAND);
      const plug = { ...plugged, wellStatus: 'Plugged', pluggedOn: '2024-01-20' };
      expect((await client.put(`/api/wells/${plugged.id}`, plug)).status).toBe(200);
    }
    for (const periodEnd of [JANUARY, FEBRUARY, MARCH]) {
      expect((await postByHand(byHand.client, periodEnd)).status).toBe(200);
      expect(await deliver({ companyId: bySystem.companyId, periodEnd })).toBe('acknowledged');
    }
    const [expected, actual] = [await booksOf(byHand.companyId), await booksOf(bySystem.companyId)];
    expect(actual.layers).toEqual(expected.layers);
    // Accretion that the decrease and the plugging posted through their own days has no period type.
    const isOfPeriod = ({ to }: { to: string }) => [JANUARY, FEBRUARY, MARCH].includes(to);
    expect(actual.records).toEqual(
      expected.records.map((record) =>
        isOfPeriod(record) ? { ...record, source: 'month-end' } : { ...record, type: null },
      ),
    );
    expect(actual.records.map(({ well, to }) => [well, to])).toEqual([
      ...[FEBRUARY, MARCH].map((to) => ['ODD', to]),
      ...['2024-01-09', JANUARY, FEBRUARY, MARCH].map((to) => ['ONE', to]),
      ...[JANUARY, FEBRUARY, MARCH].map((to) => ['ONE', to]),
      ['PLUGGED', '2024-01-20'],
    ]);
  });

  it('without an earlier run starts with the month of its message', async () => {
    const { companyId } = await companyWithLayer();
    await deliver({ companyId, periodEnd: MARCH });
    expect(await figures(companyId)).toEqual([['2023-12-31', MARCH, 300_000]]);
    expect(await statusesOf(companyId)).toEqual([[MARCH, 'done']]);
  });

  it('first posts the months missed since the last run, one at a time', async () => {
    const { client, companyId } = await companyWithLayer();
    await deliver({ companyId, periodEnd: '2023-12-31' });
    await deliver({ companyId, periodEnd: MARCH });
    expect(await figures(companyId)).toEqual([
      ['2023-12-31', JANUARY, 100_000],
      [JANUARY, FEBRUARY, 101_000],
      [FEBRUARY, MARCH, 102_010],
    ]);
    expect(
      (await listed(client)).map(({ periodEnd, layers, totalAccretion }) => [
        periodEnd,
        layers,
        totalAccretion,
      ]),
    ).toEqual([
      [MARCH, 1, '1020.10'],
      [FEBRUARY, 1, '1010.00'],
      [JANUARY, 1, '1000.00'],
      ['2023-12-31', 0, '0.00'],
    ]);
    // Late messages of the missed months find nothing left to do.
    const books = await booksOf(companyId);
    for (const periodEnd of [FEBRUARY, JANUARY, '2023-12-31', '2023-11-30', MARCH]) {
      expect(await deliver({ companyId, periodEnd })).toBe('acknowledged');
    }
    expect(await booksOf(companyId)).toEqual(books);
  });

  it('posts each page as a separate posting', async () => {
    const { id } = await companyWithManyLayers(7);
    await runMonthEnd(jobContext(), { companyId: id, periodEnd: JANUARY }, { pageSize: 3 });
    const { records, runs, audit } = await booksOf(id);
    expect(records.map(({ expense }) => expense)).toEqual([1000, 2000, 3000, 4000, 5000, 6000]);
    expect(runs).toEqual([
      expect.objectContaining({ status: 'done', pages: 3, layers: 6, total_accretion_cents: 21_000 }),
    ]);
    expect(audit).toEqual([
      {
        user_id: 'system',
        action: 'accretion.posted',
        period_end: JANUARY,
        rows: expect.any(Number),
        layers: 6,
      },
      { user_id: 'system', action: 'month_end.posted', period_end: JANUARY, rows: 1, layers: 6 },
    ]);
  });

  it('leaves the rest of a long run to another message', async () => {
    const { id } = await companyWithManyLayers(5);
    await runMonthEnd(jobContext(), { companyId: id, periodEnd: JANUARY }, { pageSize: 2, maxPages: 1 });
    await vi.waitFor(async () => expect(await statusesOf(id)).toEqual([[JANUARY, 'done']]), {
      timeout: 15_000,
    });
    expect(await runsOf(id)).toMatchObject([{ layers: 4, total_accretion_cents: 10_000 }]);
  });

  it('adds to what users posted for the same month-end', async () => {
    const { client, companyId } = await companyWithLayer();
    expect((await postByHand(client, JANUARY)).status).toBe(200);
    const late = await addWell(client, { wellCode: 'LATE' });
    await addLayer(client, late.id, HUNDRED_THOUSAND);
    await deliver({ companyId, periodEnd: JANUARY });
    expect(await recordsOf(companyId)).toMatchObject([
      { well: 'LATE', source: 'month-end' },
      { source: 'user', to: JANUARY },
    ]);
    expect(await runsOf(companyId)).toMatchObject([{ status: 'done', layers: 1 }]);
  });

  it('is skipped with the reason if a later period end was posted by hand', async () => {
    const { client, companyId } = await companyWithLayer();
    expect((await postByHand(client, FEBRUARY)).status).toBe(200);
    await deliver({ companyId, periodEnd: JANUARY });
    await deliver({ companyId, periodEnd: FEBRUARY });
    await deliver({ companyId, periodEnd: MARCH });
    expect((await listed(client)).map(({ status, reason }) => [status, reason])).toEqual([
      ['done', null],
      ['done', null],
      ['skipped', `Accretion was already posted through ${FEBRUARY}.`],
    ]);
    expect(await figures(companyId)).toEqual([
      ['2023-12-31', FEBRUARY, 200_000],
      [FEBRUARY, MARCH, 102_000],
    ]);
    expect((await auditOf(companyId)).actions).toContain('month_end.skipped');
  });

  it('of a deleted company does nothing', async () => {
    const before = await allRows();
    const job = { companyId: crypto.randomUUID(), periodEnd: JANUARY };
    expect(await deliver(job)).toBe('acknowledged');
    expect(await deliver(job, { isDead: true })).toBe('acknowledged');
    expect(await allRows()).toEqual(before);
  });
});

describe('a month-end that a layer blocks', () => {
  const LARGEST = 999_999_999_999;
  const setBalance = (layerId: string | number, cents: number) =>
    env.DB.prepare('update layer set current_aro_cents = ?1 where id = ?2').bind(cents, layerId).run();

  it('fails and names the layer; the next one retries, oldest first', async () => {
    const { client, companyId, layer, well } = await companyWithLayer();
    const other = await addWell(client);
    await addLayer(client, other.id, HUNDRED_THOUSAND);
    await deliver({ companyId, periodEnd: '2023-12-31' });
    await setBalance(layer.id, LARGEST);

    expect(await deliver({ companyId, periodEnd: FEBRUARY })).toBe('acknowledged');
    expect(await recordsOf(companyId)).toEqual([]);
    expect((await listed(client)).slice(0, 2).map(({ status, reason }) => [status, reason])).toEqual([
      ['failed', 'Waiting for the previous month-end.'],
      ['failed', `Well "${well.wellCode}", layer 1: Amount can’t exceed 9,999,999,999.99.`],
    ]);

    expect((await auditOf(companyId)).actions).toEqual(['month_end.failed']);

    // Failing again for the same reason isn’t audited again.
    const failed = await runsOf(companyId);
    expect(await deliver({ companyId, periodEnd: FEBRUARY })).toBe('acknowledged');
    const times = { started_at: expect.any(String), finished_at: expect.any(String) };
    expect(await runsOf(companyId)).toEqual(failed.map((run) => ({ ...run, ...times })));
    expect((await auditOf(companyId)).actions).toEqual(['month_end.failed']);

    await setBalance(layer.id, 10_000_000);
    expect(await deliver({ companyId, periodEnd: MARCH })).toBe('acknowledged');
    expect(await runsOf(companyId)).toMatchObject([
      { status: 'done', layers: 0 },
      { status: 'done', layers: 2, total_accretion_cents: 200_000, reason: null },
      { status: 'done', layers: 2, total_accretion_cents: 202_000, reason: null },
      { status: 'done', layers: 2, total_accretion_cents: 204_020, reason: null },
    ]);
  });

  it('counts earlier pages once when the layer is fixed', async () => {
    const { id } = await companyWithManyLayers(7);
    const { results } = await env.DB.prepare(
      `select id, current_aro_cents as balance from layer
       where company = (select ledger_id from company where id = ?) order by id`,
    )
      .bind(id)
      .all<{ id: number; balance: number }>();
    const last = results.at(-1)!;
    await setBalance(last.id, LARGEST);
    const job = { companyId: id, periodEnd: JANUARY };
    await runMonthEnd(jobContext(), job, { pageSize: 2 });
    // The first page has the layer past its life and one other, the next two have two each.
    expect(await runsOf(id)).toMatchObject([
      { status: 'failed', pages: 3, layers: 5, total_accretion_cents: 15_000 },
    ]);
    await setBalance(last.id, last.balance);
    await runMonthEnd(jobContext(), job, { pageSize: 2 });
    expect(await recordsOf(id)).toHaveLength(6);
    expect(await runsOf(id)).toMatchObject([{ status: 'done', layers: 6, total_accretion_cents: 21_000 }]);
  });
});

describe('a month-end whose message was abandoned', () => {
  it('fails, and the next one catches up', async () => {
    const { client, companyId } = await companyWithLayer();
    expect(await deliver({ companyId, periodEnd: JANUARY }, { isDead: true })).toBe('acknowledged');
    expect(await listed(client)).toMatchObject([
      { status: 'failed', reason: 'Posting failed after several attempts.', layers: 0 },
    ]);
    expect(await recordsOf(companyId)).toEqual([]);
    // During a retry, no failure is shown.
    await env.DB.prepare("update month_end_run set status = 'running' where company_id = ?")
      .bind(companyId)
      .run();
    expect(await listed(client)).toMatchObject([{ status: 'running', reason: null }]);
    await deliver({ companyId, periodEnd: FEBRUARY });
    expect(await figures(companyId)).toEqual([
      ['2023-12-31', JANUARY, 100_000],
      [JANUARY, FEBRUARY, 101_000],
    ]);
    // The dead-letter queue also delivers at least once.
    const books = await booksOf(companyId);
    await deliver({ companyId, periodEnd: JANUARY }, { isDead: true });
    expect(await booksOf(companyId)).toEqual(books);
  });
});

describe('the night after a failed month-end', () => {
  const NIGHTLY = '30 3 * * *';

  it.each([
    ['an outage', true],
    ['a layer that was mended', false],
  ])('retries, after %s', async (_, isGivenUp) => {
    const { companyId, layer } = await companyWithLayer();
    const balance = (cents: number) =>
      env.DB.prepare('update layer set current_aro_cents = ?1 where id = ?2').bind(cents, layer.id).run();
    if (!isGivenUp) await balance(999_999_999_999);
    await deliver({ companyId, periodEnd: JANUARY }, { isDead: isGivenUp });
    expect(await runsOf(companyId)).toMatchObject([{ status: 'failed', layers: 0 }]);
    await balance(10_000_000);
    // The nightly event has work for every company.
    await env.DB.prepare('update company set deleted_at = created_at where id <> ?').bind(companyId).run();
    await cron('2024-02-01T03:30:00Z', NIGHTLY);
    await vi.waitFor(
      async () =>
        expect(await runsOf(companyId)).toMatchObject([{ status: 'done', layers: 1, reason: null }]),
      { timeout: 15_000, interval: 50 },
    );
    expect(await figures(companyId)).toEqual([['2023-12-31', JANUARY, 100_000]]);
  });

  it('sends one message for each existing company', async () => {
    const [failed, gone] = [await companyWithLayer(), await companyWithLayer()];
    await deliver({ companyId: failed.companyId, periodEnd: JANUARY }, { isDead: true });
    await deliver({ companyId: failed.companyId, periodEnd: FEBRUARY }, { isDead: true });
    await deliver({ companyId: gone.companyId, periodEnd: JANUARY }, { isDead: true });
    await env.DB.prepare('update company set deleted_at = created_at where id = ?')
      .bind(gone.companyId)
      .run();
    const sent: unknown[] = [];
    const JOBS = { sendBatch: async (messages: { body: unknown }[]) => void sent.push(...messages) };
    await retryMonthEnds(jobContext({ ...env, JOBS } as unknown as Env));
    const bodies = sent.map((message) => (message as { body: { companyId: string } }).body);
    expect(bodies.filter(({ companyId }) => [failed.companyId, gone.companyId].includes(companyId))).toEqual([
      { kind: 'month-end', companyId: failed.companyId, periodEnd: FEBRUARY },
    ]);
  });
});

describe('the list of month-ends', () => {
  it('shows only the company’s runs, and only to admins on the page', async () => {
    const { client, companyId } = await companyWithLayer();
    const stranger = await signInToNewCompany();
    const viewer = await signIn({ memberships: [{ companyId, role: 'viewer' }] });
    await deliver({ companyId, periodEnd: JANUARY });
    expect(await listed(stranger.client)).toEqual([]);
    expect((await viewer.get('/api/accretion/month-ends')).status).toBe(403);
    const page = async (person: SignedIn) => (await person.get('/?tab=accretion')).text();
    expect(await page(client)).toContain('Month-End Runs');
    expect(await page(viewer)).not.toContain('Month-End Runs');
    const records = (await (await viewer.get('/api/accretion')).json()) as AccretionView[];
    expect(records).toMatchObject([{ source: 'month-end', accretionExpense: '1000.00' }]);
  });
});
