import { describe, expect, it } from 'vitest';
import { PostingView } from '~/schemas/books/posting';
import { accreteThrough, bodyOf, postingsOf, reversePosting } from '../../support/books';
import { addLayer, addManyWells, addWell, TERMS } from '../../support/layers';
import { LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import { readPages } from '../../support/pages';
import { type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

const LAYER = { calculationDate: '2025-12-31' };

const postingOf = async (client: SignedIn, id: string): Promise<PostingView> =>
  bodyOf(await client.get(`/api/postings/${id}`));

/** Two wells with a layer each, accreted through January 2026; and another company with the same. */
async function accretedCompany() {
  const { client, company } = await signInToNewCompany();
  const [one, two] = [await addWell(client), await addWell(client)];
  for (const { id } of [one, two]) await addLayer(client, id, LAYER);
  await accreteThrough(client, '2026-01-31');
  return { client, company, one, two };
}

describe('GET /api/postings/{postingId}', () => {
  it('returns what was posted, when, by whom, and its effect on each layer', async () => {
    const { client, company, one, two } = await accretedCompany();
    const [{ id }] = (await postingsOf(client, 'kind=accretion')) as [PostingView];
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const posting = await postingOf(viewer, id);
    expect(() => PostingView.parse(posting)).not.toThrow();
    const amounts = { liability: '180.47', asset: '0.00', cash: '0.00', result: '-180.47' };
    const movement = (well: typeof one) => ({
      kind: 'accreted',
      aroLayerId: expect.stringMatching(/^\d+$/),
      layerNumber: 1,
      well: { id: well.id, wellCode: well.wellCode, wellName: well.wellName, field: well.field },
      ...amounts,
      arcCost: '0.00',
      arcAccumulated: '0.00',
      formula: ['27,070.90 × 0.08 × 1/12 = 180.47'],
    });
    expect(posting).toEqual({
      id,
      actId: id,
      also: [],
      kind: 'accretion',
      effectiveOn: '2026-01-31',
      source: 'user',
      method: 'simple',
      terms: null,
      memo: null,
      reference: null,
      reversesId: null,
      reversedById: null,
      reversals: [],
      createdAt: expect.any(String),
      userId: client.userId,
      user: { id: client.userId, name: 'Test Person', email: client.email },
      movements: [movement(one), movement(two)],
      movementCount: 2,
      totals: { liability: '360.94', asset: '0.00', cash: '0.00', result: '-360.94' },
      nextCursor: null,
    });
  });

  it('capitalizes the value of a layer, and keeps opening balances out of profit and loss', async () => {
    const { client, company } = await signInToNewCompany();
    const { id: wellId } = await addWell(client);
    await addLayer(client, wellId, LAYER);
    const [calculation] = await postingsOf(client, 'kind=calculation');
    expect(calculation!.totals).toEqual({
      liability: '27070.90',
      asset: '27070.90',
      cash: '0.00',
      result: '0.00',
    });
    const row = { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A', currentAroValue: '30000' };
    await upload(client, company.id, [row], { asOf: '2022-06-30' });
    const [opening] = await postingsOf(client, 'kind=opening');
    expect(opening).toMatchObject({
      source: 'import',
      totals: { liability: '30000.00', asset: '27070.90', result: '0.00' },
      movements: [{ kind: 'opening', liability: '30000.00', result: '0.00' }],
    });
  });

  it('lists the other postings of its act, and its reversals', async () => {
    const { client, one, two } = await accretedCompany();
    // A decrease measured before posted accretion, which is reversed and posted again.
    await addLayer(client, one.id, {
      layerType: 'additional',
      pAndACost: 90_000,
      calculationDate: '2026-01-15',
    });
    const [newest] = (await postingsOf(client)) as [PostingView];
    const act = await Promise.all(
      [newest.actId, ...(await postingOf(client, newest.actId)).also].map((id) => postingOf(client, id)),
    );
    expect(act.map(({ kind, effectiveOn }) => [kind, effectiveOn])).toEqual([
      ['reversal', '2026-01-31'],
      ['accretion', '2026-01-15'],
      ['calculation', '2026-01-15'],
      ['accretion', '2026-01-31'],
    ]);
    const ids = act.map(({ id }) => id);
    for (const { id, actId, also } of act) {
      expect(actId).toBe(ids[0]);
      expect(also).toEqual(ids.filter((other) => other !== id));
    }
    const [january] = (await postingsOf(client, 'kind=accretion')).slice(-1) as [PostingView];
    // First partly reversed, then fully.
    expect(january).toMatchObject({ movementCount: 2, reversedById: null, reversals: [ids[0]] });
    const rest = await bodyOf<PostingView>(await reversePosting(client, january.id, { wellId: two.id }), 201);
    expect(await postingOf(client, january.id)).toMatchObject({
      reversedById: rest.id,
      reversals: [ids[0], rest.id],
    });
    expect(rest).toMatchObject({ reversesId: january.id, memo: 'Entered twice', movementCount: 1 });
  });

  it('splits a long list of movements into pages', async () => {
    const { client, company } = await signInToNewCompany();
    await addManyWells(company.id, 450);
    await bodyOf(
      await client.post('/api/aro-layers/calculate-all', {
        ...TERMS,
        scope: 'all',
        calculationDate: '2025-12-31',
      }),
    );
    const [listed] = (await postingsOf(client)) as [PostingView];
    expect([listed.movementCount, listed.movements.length]).toEqual([450, 20]);
    const pages: PostingView[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: PostingView = await bodyOf(await client.get(`/api/postings/${listed.id}?cursor=${cursor}`));
      pages.push(page);
      cursor = page.nextCursor;
    }
    expect(pages.map(({ movements }) => movements.length)).toEqual([200, 200, 50]);
    expect(new Set(pages.map(({ totals }) => totals.liability))).toEqual(new Set(['12181905.00']));
    const layers = pages.flatMap(({ movements }) => movements.map(({ aroLayerId }) => aroLayerId));
    expect(new Set(layers).size).toBe(450);
    expect(listed.movements.map(({ aroLayerId }) => aroLayerId)).toEqual(layers.slice(0, 20));
    const rest = await bodyOf<PostingView>(
      await client.get(`/api/postings/${listed.id}?cursor=${listed.nextCursor}`),
    );
    expect(rest.movements[0]?.aroLayerId).toBe(layers[20]);
  });

  it('returns 404 to other companies and for an invalid id', async () => {
    const { client } = await accretedCompany();
    const [{ id }] = (await postingsOf(client)) as [PostingView];
    const { client: stranger } = await signInToNewCompany();
    for (const path of [id, '999999999', '0', '1.5', 'x', crypto.randomUUID()]) {
      const response = await stranger.get(`/api/postings/${path}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ message: 'Posting not found' });
    }
    const refused = await client.get(`/api/postings/${id}?cursor=nonsense`);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ message: 'The cursor is not valid' });
  });
});

describe('GET /api/postings', () => {
  const labels = (postings: PostingView[]) =>
    postings.map(({ kind, effectiveOn }) => `${kind} ${effectiveOn}`);

  it('lists the company’s postings, newest first, by kind, date and well', async () => {
    const { client, one, two } = await accretedCompany();
    const other = await accretedCompany();
    await accreteThrough(client, '2026-02-14', one.id);
    const all = await postingsOf(client);
    expect(labels(all)).toEqual([
      'accretion 2026-02-14',
      'accretion 2026-01-31',
      'calculation 2025-12-31',
      'calculation 2025-12-31',
    ]);
    for (const posting of all) expect(() => PostingView.parse(posting)).not.toThrow();
    expect(await postingsOf(client, 'kind=&wellId=&from=&to=')).toEqual(all);
    expect(labels(await postingsOf(client, 'kind=calculation'))).toEqual(labels(all).slice(2));
    expect(labels(await postingsOf(client, 'from=2026-01-01'))).toEqual(labels(all).slice(0, 2));
    expect(labels(await postingsOf(client, 'from=2026-01-31&to=2026-01-31'))).toEqual([
      'accretion 2026-01-31',
    ]);
    expect(await postingsOf(client, 'kind=opening')).toEqual([]);

    const ofTwo = await postingsOf(client, `wellId=${two.id}`);
    expect(labels(ofTwo)).toEqual(['accretion 2026-01-31', 'calculation 2025-12-31']);
    // For a posting that also covers other wells, only this well's movements.
    expect(ofTwo.map(({ movements, movementCount }) => [movements.length, movementCount])).toEqual([
      [1, 2],
      [1, 1],
    ]);
    expect(ofTwo[0]!.movements[0]!.well.id).toBe(two.id);
    expect(await postingsOf(client, `wellId=${other.one.id}`)).toEqual([]);
    expect(await postingsOf(client, 'wellId=unknown')).toEqual([]);
  });

  it('returns pages', async () => {
    const { client } = await accretedCompany();
    const all = await postingsOf(client);
    for (const limit of [1, 2, 100]) {
      const pages = await readPages<PostingView>(client, `/api/postings?limit=${limit}`);
      expect(pages.flat()).toEqual(all);
      expect(pages).toHaveLength(Math.ceil(all.length / limit));
    }
  });

  it('leaves out postings on a deleted well alone', async () => {
    const { client, one, two } = await accretedCompany();
    expect((await client.delete(`/api/wells/${two.id}`)).status).toBe(204);
    expect(labels(await postingsOf(client))).toEqual(['accretion 2026-01-31', 'calculation 2025-12-31']);
    expect(await postingsOf(client, `wellId=${two.id}`)).toEqual([]);
    expect(await postingsOf(client, `wellId=${one.id}`)).toHaveLength(2);
    // A posting still shows its original effect.
    const [january] = await postingsOf(client, 'kind=accretion');
    expect(january).toMatchObject({ movementCount: 2, reversals: [expect.any(String)] });
  });

  it.each([
    ['kind=other', 'kind'],
    ['from=2026-02-30', 'from'],
    ['to=x', 'to'],
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
  ])('rejects %s', async (query, field) => {
    const { client } = await signInToNewCompany();
    const response = await client.get(`/api/postings?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { [field]: [expect.any(String)] } });
  });
});
