import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { runMonthEnd } from '~/services/books/month-end.server';
import { withFault } from '../../support/faults';
import { booksOf, companyWithManyLayers, deliver, jobContext } from '../../support/month-ends';
import { type SignedIn, signIn } from '../../support/worker';

/** Two pages per month, the second only partly full. */
const PAGES = { pageSize: 3 };
const LAYERS = 5;
const JANUARY = '2024-01-31';
const FEBRUARY = '2024-02-29';

/** A company whose January was missed, so its February message has two months to post. */
async function companyBehind(): Promise<string> {
  const { id } = await companyWithManyLayers(LAYERS);
  await deliver({ companyId: id, periodEnd: '2023-12-31' });
  return id;
}

const run = (companyId: string, bindings: Env = env) =>
  runMonthEnd(jobContext(bindings), { companyId, periodEnd: FEBRUARY }, PAGES);

const postByHand = (client: SignedIn, periodEnd: string) =>
  client.post('/api/accretion/calculate', { periodType: 'monthly', periodEnd });

let clean: Awaited<ReturnType<typeof booksOf>>;
let calls: number;

beforeAll(async () => {
  const companyId = await companyBehind();
  const faultless = withFault(env, null);
  await run(companyId, faultless.bindings);
  clean = await booksOf(companyId);
  calls = faultless.calls.length;
});

describe('a month-end', () => {
  it('posts each layer’s months once in a clean run', () => {
    expect(clean.records.map(({ from, to, expense }) => [from, to, expense])).toEqual(
      [1000, 2000, 3000, 4000].flatMap((expense) => [
        ['2023-12-31', JANUARY, expense],
        [JANUARY, FEBRUARY, expense * 1.01],
      ]),
    );
    expect(clean.runs).toMatchObject([
      { period_end: '2023-12-31', status: 'done', layers: 0 },
      { period_end: JANUARY, status: 'done', pages: 2, layers: 4, total_accretion_cents: 10_000 },
      { period_end: FEBRUARY, status: 'done', pages: 2, layers: 4, total_accretion_cents: 10_100 },
    ]);
    // Three calls per page (take the run, read its layers, post them), and one that finds nothing left.
    expect(calls).toBe(4 * 3 + 1);
  });

  it.each(['before', 'after'] as const)(
    'interrupted %s any of its calls to D1 ends like a clean run after a retry',
    async (when) => {
      for (let call = 1; call <= calls; call += 1) {
        const companyId = await companyBehind();
        await expect(run(companyId, withFault(env, { call, when }).bindings), `at ${call}`).rejects.toThrow();
        await run(companyId);
        expect(await booksOf(companyId), `at ${call}`).toEqual(clean);
      }
    },
    120_000,
  );

  it('interrupted repeatedly, each time later, and delivered twice concurrently, ends like a clean run', async () => {
    const companyId = await companyBehind();
    for (let call = 1; call <= calls; call += 1) {
      const when = call % 2 === 0 ? 'before' : 'after';
      await Promise.allSettled([
        run(companyId, withFault(env, { call, when }).bindings),
        run(companyId, withFault(env, { call: call + 2, when }).bindings),
      ]);
    }
    await run(companyId);
    expect(await booksOf(companyId)).toEqual(clean);
  });

  it.each([2, 3])('delivered %i times in sequence is posted once', async (times) => {
    const companyId = await companyBehind();
    for (let count = 0; count < times; count += 1) await run(companyId);
    expect(await booksOf(companyId)).toEqual(clean);
  });

  it.each([2, 3])('delivered %i times concurrently is posted once', async (times) => {
    const companyId = await companyBehind();
    await Promise.all(Array.from({ length: times }, () => run(companyId)));
    expect(await booksOf(companyId)).toEqual(clean);
  });

  it('delivered concurrently and out of order is posted once', async () => {
    const companyId = await companyBehind();
    const january = () => runMonthEnd(jobContext(), { companyId, periodEnd: JANUARY }, PAGES);
    await Promise.all([run(companyId), january(), run(companyId), january()]);
    expect(await booksOf(companyId)).toEqual(clean);
  });

  it('keeps what a user posts for a later period in between', async () => {
    const companyId = await companyBehind();
    const client = await signIn({ memberships: [{ companyId, role: 'admin' }] });
    // Takes the run, reads its layers and posts them, so January's first page is posted.
    await expect(run(companyId, withFault(env, { call: 3, when: 'after' }).bindings)).rejects.toThrow();
    expect((await postByHand(client, FEBRUARY)).status).toBe(200);
    await run(companyId);
    const { records, layers, runs } = await booksOf(companyId);
    const posted = records.filter(({ to }) => to === JANUARY).length;
    expect([2, 3]).toContain(posted);
    expect(records.filter(({ to }) => to === FEBRUARY)).toHaveLength(LAYERS - 1);
    expect(layers.filter(({ accreted_through: through }) => through === FEBRUARY)).toHaveLength(LAYERS - 1);
    expect(runs.slice(1)).toMatchObject([
      { status: 'done', layers: posted },
      { status: 'done', layers: 0 },
    ]);
  });

  it('and a user who posts the same months at the same time post nothing twice', async () => {
    const companyId = await companyBehind();
    const client = await signIn({ memberships: [{ companyId, role: 'admin' }] });
    await Promise.allSettled([run(companyId), postByHand(client, JANUARY), run(companyId)]);
    await Promise.allSettled([postByHand(client, FEBRUARY), run(companyId)]);
    await run(companyId);
    const { records, layers, runs } = await booksOf(companyId);
    const figures = (all: typeof records) => all.map(({ from, to, expense }) => [from, to, expense]);
    expect(figures(records)).toEqual(figures(clean.records));
    expect(layers).toEqual(clean.layers);
    expect(runs.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
  });

  it('is retried by a message that the Worker could not finish', async () => {
    const companyId = await companyBehind();
    for (const [call, when] of [
      [1, 'before'],
      [4, 'after'],
    ] as const) {
      const { bindings } = withFault(env, { call, when });
      expect(await deliver({ companyId, periodEnd: FEBRUARY }, { bindings })).toBe('comes again');
    }
    expect(await deliver({ companyId, periodEnd: FEBRUARY })).toBe('acknowledged');
    const { records, layers } = await booksOf(companyId);
    expect({ records, layers }).toEqual({ records: clean.records, layers: clean.layers });
  });
});
