import { describe, expect, it } from 'vitest';
import type { ReviewedPreview } from '~/schemas/books/posting';
import type { SettlementsPreview } from '~/schemas/books/settlement';
import {
  accreteThrough,
  bodyOf,
  expectBooksToCheck,
  postingsOf,
  reversePosting,
  totalLiability,
} from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { signInToNewCompany } from '../../support/worker';

const OUTDATED = /after the preview/;

async function twoWells() {
  const { client } = await signInToNewCompany();
  for (const wellCode of ['A-1', 'A-2']) {
    const { id } = await addWell(client, { wellCode });
    await addLayer(client, id, { calculationDate: '2026-01-01' });
  }
  await accreteThrough(client, '2026-01-31');
  return client;
}

const SETTLED = {
  rows: [
    { wellCode: 'A-1', date: '2026-01-31', cost: '5000.00', reference: 'AFE 7' },
    { wellCode: 'A-2', date: '2026-01-31', cost: '6000.00' },
  ],
};
const SUBJECTS: [string, object][] = [
  ['/api/settlements', SETTLED],
  ['/api/revisions', { date: '2026-01-31', rows: [{ wellCode: 'A-1', pAndACost: '90000' }] }],
  ['/api/sales', { date: '2026-01-31', wells: ['A-1', 'A-2'], shareSold: '50', proceeds: '0' }],
];

describe('a previewed act on many wells', () => {
  it.each(SUBJECTS)(
    '%s is posted once when two users confirm the same rows at the same time',
    async (path, subject) => {
      const client = await twoWells();
      const { reviewed } = await bodyOf<{ reviewed: string }>(await client.post(`${path}/preview`, subject));
      const post = () => client.post(`${path}?reviewed=${reviewed}`, { ...subject, mode: 'all' });
      const answers = await Promise.all([post(), post()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const carried = await totalLiability(client);
      const posted = (await postingsOf(client)).length;
      const refused = await post();
      expect(refused.status).toBe(409);
      expect((await refused.json<{ message: string }>()).message).toMatch(OUTDATED);
      expect(await totalLiability(client)).toBe(carried);
      expect((await postingsOf(client)).length).toBe(posted);
      await expectBooksToCheck(client);
    },
  );

  it.each(SUBJECTS)('%s is rejected if a month was posted in between', async (path, subject) => {
    const client = await twoWells();
    const { reviewed } = await bodyOf<{ reviewed: string }>(await client.post(`${path}/preview`, subject));
    await accreteThrough(client, '2026-02-28');
    const refused = await client.post(`${path}?reviewed=${reviewed}`, { ...subject, mode: 'all' });
    expect(refused.status).toBe(409);
  });
});

type Call = { method: string; path: string; body?: object };

/** Acts on the single well `wellId`. */
const ONE_WELL: [string, (wellId: string) => Call][] = [
  [
    'a settlement',
    (id) => ({
      method: 'POST',
      path: `/api/wells/${id}/settlements`,
      body: { date: '2026-01-31', cost: '5000', relief: null, isFinal: false },
    }),
  ],
  [
    'a sale',
    (id) => ({
      method: 'POST',
      path: `/api/wells/${id}/sales`,
      body: { date: '2026-01-31', interestSold: '50', proceeds: '0' },
    }),
  ],
  [
    'a layer',
    (id) => ({ method: 'POST', path: '/api/aro-layers/calculate', body: { wellId: id, ...ADDED } }),
  ],
  [
    'layers of all wells',
    () => ({ method: 'POST', path: '/api/aro-layers/calculate-all', body: { scope: 'all', ...ADDED } }),
  ],
  ['a plugging', (id) => ({ method: 'PUT', path: `/api/wells/${id}`, body: PLUGGED })],
  ['a deletion', (id) => ({ method: 'DELETE', path: `/api/wells/${id}` })],
];
const ADDED = {
  layerType: 'additional',
  measurement: 'increment',
  pAndACost: '5000',
  discountRate: '8',
  inflationRate: '2.5',
  wellLifespan: '20',
  calculationDate: '2026-01-31',
};
const PLUGGED = {
  wellCode: 'A-1',
  wellName: 'Well',
  wellStatus: 'Plugged',
  field: 'North',
  activeDate: '2020-01-01',
  pluggedOn: '2026-01-15',
};

describe('a previewed act on one well', () => {
  const prepared = async (callOf: (wellId: string) => Call) => {
    const client = await twoWells();
    const [well] = await bodyOf<{ id: string }[]>(await client.get('/api/wells'));
    const { method, path, body } = callOf(well!.id);
    const send = (query: string) =>
      client.send(`${path}?${query}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      });
    const { reviewed, postings } = await bodyOf<ReviewedPreview>(await send('preview=true'));
    expect(postings.length).toBeGreaterThan(0);
    return { client, post: () => send(`reviewed=${reviewed}`) };
  };

  it.each(ONE_WELL)('is posted once when two users confirm the same act: %s', async (_, callOf) => {
    const { client, post } = await prepared(callOf);
    const answers = await Promise.all([post(), post()]);
    const [done, refused] = answers.map(({ status }) => status).sort();
    expect(done).toBeLessThan(300);
    // The well may have been deleted by then.
    expect([404, 409]).toContain(refused);
    await expectBooksToCheck(client);
  });

  it.each(ONE_WELL)('is rejected if a month was posted in between: %s', async (_, callOf) => {
    const { client, post } = await prepared(callOf);
    await accreteThrough(client, '2026-02-28');
    const posted = (await postingsOf(client)).length;
    const refused = await post();
    expect(refused.status).toBe(409);
    expect((await refused.json<{ message: string }>()).message).toMatch(OUTDATED);
    expect((await postingsOf(client)).length).toBe(posted);
  });

  it('is rejected if its difference now goes to another account', async () => {
    const { client, post } = await prepared(ONE_WELL[0]![1]);
    const { selectedCompanyId } = await bodyOf<{ selectedCompanyId: string }>(
      await client.get('/api/auth/user'),
    );
    const path = `/api/companies/${selectedCompanyId}/settings`;
    expect((await client.put(path, { settlementDifference: 'pool' })).status).toBe(200);
    expect((await post()).status).toBe(409);
  });
});

describe('settlements that are already posted', () => {
  const previewed = async (client: Awaited<ReturnType<typeof twoWells>>, subject: object = SETTLED) =>
    bodyOf<SettlementsPreview>(await client.post('/api/settlements/preview', subject));

  it('are marked in the preview of the same rows until reversed, and may be posted as further costs', async () => {
    const client = await twoWells();
    const marked = async () => (await previewed(client)).rows.map(({ isPosted }) => isPosted);
    expect(await marked()).toEqual([false, false]);
    const [first] = SETTLED.rows;
    const posting = await bodyOf<{ id: string }>(
      await client.post('/api/settlements', { rows: [first], mode: 'all' }),
      201,
    );
    expect(await marked()).toEqual([true, false]);
    const others = [
      { ...first, cost: '5000.01' },
      { ...first, wellCode: 'A-2' },
    ];
    expect((await previewed(client, { rows: others })).rows.map(({ isPosted }) => isPosted)).toEqual([
      false,
      false,
    ]);

    const { reviewed } = await previewed(client);
    expect(
      (await client.post(`/api/settlements?reviewed=${reviewed}`, { ...SETTLED, mode: 'all' })).status,
    ).toBe(201);
    expect(await marked()).toEqual([true, true]);
    const postings = await postingsOf(client, 'kind=settlement');
    for (const { id } of postings) expect((await reversePosting(client, id)).status).toBe(201);
    expect((await previewed(client)).refusals).toEqual([]);
    expect(await marked()).toEqual([false, false]);
    expect(posting.id).toBeTruthy();
  });

  it('are skipped on request, including those the books would now reject, but never more than were posted', async () => {
    const client = await twoWells();
    const [first, second] = SETTLED.rows;
    const done = [first, { ...second, isFinal: 'yes' }];
    await bodyOf(await client.post('/api/settlements', { rows: done, mode: 'all' }), 201);
    // The same file with a further row for one well.
    const rows = [...done, first];
    const asBefore = await previewed(client, { rows });
    expect(asBefore.refusals.map(({ row }) => row)).toEqual([2, 3]);
    expect(asBefore.rows.map(({ row, isPosted }) => [row, isPosted])).toEqual([[1, true]]);
    const subject = { rows, skipPosted: true };
    const preview = await previewed(client, subject);
    expect(preview.posted.map(({ row, wellCode }) => [row, wellCode])).toEqual([
      [1, first!.wellCode],
      [2, second!.wellCode],
    ]);
    expect(asBefore.posted).toEqual(preview.posted);
    expect(preview.refusals).toEqual([]);
    expect(preview.rows.map(({ row, isPosted }) => [row, isPosted])).toEqual([[3, false]]);
    const posted = await bodyOf<{ settlements: { cost: string } }>(
      await client.post(`/api/settlements?reviewed=${preview.reviewed}`, { ...subject, mode: 'all' }),
      201,
    );
    expect(posted.settlements.cost).toBe(preview.totals.cost);
    // Now all are posted, and nothing is left to post.
    const again = await client.post('/api/settlements', { ...subject, mode: 'all' });
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ message: 'All rows are already posted. Nothing was posted.' });
    await expectBooksToCheck(client);
  });
});
