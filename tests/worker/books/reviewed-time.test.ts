import { describe, expect, it } from 'vitest';
import type { PostingView, ReviewedPreview } from '~/schemas/books/posting';
import type { PostingPreview } from '~/schemas/books/posting-views';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  postingsOf,
  totalLiability,
} from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { auditOf, idOfPosting } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const OUTDATED = /after the preview/;

async function withWell(wellCode = 'A-1') {
  const { client, company } = await signInToNewCompany();
  const well = await addWell(client, { wellCode });
  await addLayer(client, well.id, { calculationDate: '2026-01-01' });
  return { client, well, settings: `/api/companies/${company.id}/settings` };
}

const JANUARY = { periodType: 'monthly', periodEnd: '2026-01-31' };
const STRAIGHT_LINE = { depreciation: 'straight-line', depreciationFrom: '2026-01-01' };

const previewOf = async (client: SignedIn) =>
  bodyOf<PostingPreview>(
    await client.get(`/api/accretion/preview?${new URLSearchParams({ ...JANUARY, rows: 'true' })}`),
  );
const postJanuary = (client: SignedIn, reviewed: string | null) =>
  client.post(`/api/accretion/calculate?limit=1&reviewed=${reviewed}`, JANUARY);

async function expectOutdated(response: Response) {
  expect(response.status).toBe(409);
  expect((await response.json<{ message: string }>()).message).toMatch(OUTDATED);
}

describe('previewed accretion', () => {
  it('is posted once when two users confirm the same period end at the same time', async () => {
    const { client } = await withWell();
    const { reviewed } = await previewOf(client);
    const answers = await Promise.all([postJanuary(client, reviewed), postJanuary(client, reviewed)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await postingsOf(client, 'kind=accretion')).toHaveLength(1);
    await expectBooksToCheck(client);
  });

  it('is rejected if a layer was added in between, and posted after a new preview', async () => {
    const { client } = await withWell();
    const { reviewed } = await previewOf(client);
    await addLayer(client, (await addWell(client)).id, { calculationDate: '2026-01-15' });
    await expectOutdated(await postJanuary(client, reviewed));
    expect(await postingsOf(client, 'kind=accretion')).toEqual([]);

    const again = await previewOf(client);
    expect(again.layers).toBe(2);
    expect((await postJanuary(client, again.reviewed)).status).toBe(200);
  });

  it('is rejected after a method change, and posted without checks if there was no review', async () => {
    const { client, settings } = await withWell();
    const { reviewed } = await previewOf(client);
    await bodyOf(await client.put(settings, { accretionMethod: 'effective' }));
    await expectOutdated(await postJanuary(client, reviewed));
    await accreteThrough(client, '2026-01-31');
    // Posting again changes nothing, and its preview says so.
    const none = await previewOf(client);
    expect(none.review).toMatchObject({ layers: 0, rows: [] });
    expect((await postJanuary(client, none.reviewed)).status).toBe(200);
  });

  it('shows the depreciation of each layer that is posted with it', async () => {
    const { client, settings } = await withWell();
    await bodyOf(await client.put(settings, STRAIGHT_LINE));
    const { totalDepreciation, review } = await previewOf(client);
    expect(review!.rows).toMatchObject([{ well: { wellCode: 'A-1' }, depreciation: totalDepreciation }]);
    expect(Number(totalDepreciation)).toBeGreaterThan(0);
    // `after` includes only the accretion of the liability.
    expect(review).toMatchObject({ layers: 1, before: '27070.90' });
    await accreteThrough(client, '2026-01-31');
    const [posted] = await postingsOf(client, 'kind=depreciation');
    expect(posted!.totals.asset).toBe(`-${totalDepreciation}`);
  });
});

describe('a previewed switch of depreciation', () => {
  const prepared = async () => {
    const made = await withWell();
    const { client, settings } = made;
    await accreteThrough(client, '2026-01-31');
    const { reviewed, postings } = await bodyOf<ReviewedPreview>(
      await client.put(`${settings}?preview=true`, STRAIGHT_LINE),
    );
    expect(postings).not.toEqual([]);
    return { ...made, save: () => client.put(`${settings}?reviewed=${reviewed}`, STRAIGHT_LINE) };
  };

  it('is rejected if a month was posted in between', async () => {
    const { client, settings, save } = await prepared();
    await accreteThrough(client, '2026-02-28');
    await expectOutdated(await save());
    expect(await bodyOf(await client.get(settings))).toMatchObject({ depreciation: 'none' });
    expect(await postingsOf(client, 'kind=depreciation')).toEqual([]);
  });

  it('is saved once for two users, even if a name changed in between', async () => {
    const { client, well, save } = await prepared();
    const { wellCode, wellStatus, field, activeDate } = well;
    const renamed = { wellCode, wellName: 'Renamed', wellStatus, field, activeDate };
    expect((await client.put(`/api/wells/${well.id}`, renamed)).status).toBe(200);
    expect((await save()).status).toBe(200);
    // For the second user it is no longer a switch, so nothing that they reviewed would be posted.
    await expectOutdated(await save());
    expect(await postingsOf(client, 'kind=depreciation')).toHaveLength(2);
  });
});

describe('missed accretion of a well', () => {
  const ENDS = ['2026-01-31', '2026-02-28', '2026-03-31'];
  /** A well whose layer was added after three months were posted for the company. */
  const prepared = async () => {
    const made = await withWell('B-1');
    const { client, settings } = made;
    await bodyOf(await client.put(settings, { ...STRAIGHT_LINE, depreciationFrom: '2025-12-31' }));
    for (const end of ENDS) await accreteThrough(client, end);
    const late = await addWell(client, { wellCode: 'A-1' });
    await addLayer(client, late.id, { calculationDate: '2026-01-01' });
    const path = `/api/wells/${late.id}/missed-accretion`;
    const preview = async () => bodyOf<ReviewedPreview>(await client.post(`${path}?preview=true`));
    return { ...made, late, preview, post: (query = '') => client.post(`${path}${query}`) };
  };

  it('is previewed by period end with its depreciation, and posted as one act', async () => {
    const { client, well, late, preview, post } = await prepared();
    const { postings, totals, reviewed } = await preview();
    expect(postings.map(({ kind, effectiveOn }) => `${kind} ${effectiveOn}`)).toEqual(
      ENDS.flatMap((end) => [`accretion ${end}`, `depreciation ${end}`]),
    );
    const posted = await bodyOf<PostingView>(await post(`?reviewed=${reviewed}`), 201);
    expect(posted).toMatchObject({ kind: 'accretion', effectiveOn: '2026-03-31' });
    expect(posted.also).toHaveLength(5);
    // It carries the same as a well that was in time, to the cent.
    const amountsOf = async (id: string) =>
      (await postingsOf(client, `wellId=${id}`))
        .filter(({ kind }) => kind !== 'calculation')
        .flatMap(({ movements }) => movements)
        .filter((movement) => movement.well.id === id)
        .map(({ kind, liability, asset }) => [kind, liability, asset]);
    expect(await amountsOf(late.id)).toEqual(await amountsOf(well.id));
    expect((await preview()).postings).toEqual([]);
    await expectBooksToCheck(client);

    const reversal = { reason: 'Not yet', wholeAct: true };
    await bodyOf(await client.post(`/api/postings/${posted.id}/reverse`, reversal), 201);
    expect(await preview()).toMatchObject({ totals });
    await expectBooksToCheck(client);
  });

  it('is posted once when two users review it, and rejected after another layer', async () => {
    const { client, late, preview, post } = await prepared();
    const { reviewed } = await preview();
    await addLayer(client, late.id, {
      layerType: 'additional',
      measurement: 'increment',
      calculationDate: '2026-02-01',
    });
    await expectOutdated(await post(`?reviewed=${reviewed}`));
    const again = (await preview()).reviewed;
    const answers = await Promise.all([post(`?reviewed=${again}`), post(`?reviewed=${again}`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const carried = await totalLiability(client);
    const refused = await post();
    expect(refused.status).toBe(409);
    expect((await refused.json<{ message: string }>()).message).toBe(
      'Well "A-1" has no missed periods to post.',
    );
    expect(await totalLiability(client)).toBe(carried);
    await expectBooksToCheck(client);
  });

  it('is recorded with the period type that was posted for the company', async () => {
    const { client } = await withWell();
    const quarter = { periodType: 'quarterly', periodEnd: '2026-03-31' };
    await bodyOf(await client.post('/api/accretion/calculate', quarter));
    const late = await addWell(client);
    await addLayer(client, late.id, { calculationDate: '2026-01-01' });
    await bodyOf(await client.post(`/api/wells/${late.id}/missed-accretion`), 201);
    const records = await bodyOf<{ periodType: string; accretionExpense: string }[]>(
      await client.get('/api/accretion'),
    );
    expect(records).toHaveLength(2);
    expect(new Set(records.map((one) => `${one.periodType} ${one.accretionExpense}`)).size).toBe(1);
    expect(records[0]!.periodType).toBe('quarterly');
    const [posting] = await postingsOf(client, `wellId=${late.id}&kind=accretion`);
    const [audited] = await auditOf(await idOfPosting(client, posting!.id), 'posting');
    expect(audited!.newValues).toMatchObject({ wellId: late.id, layers: 1 });
  });

  it('is posted at the first open period end, including closed ones', async () => {
    const { client, well } = await withWell();
    await addLayer(client, (await addWell(client)).id, { calculationDate: '2026-01-01' });
    for (const end of ENDS) await accreteThrough(client, end);
    await close(client, '2026-02-28');
    const [january] = await postingsOf(client, 'kind=accretion&to=2026-01-31');
    const reversal = { reason: 'Wrong', wellId: well.id, includeLater: true };
    await bodyOf(await client.post(`/api/postings/${january!.id}/reverse`, reversal), 201);
    const path = `/api/wells/${well.id}/missed-accretion?preview=true`;
    const { postings } = await bodyOf<ReviewedPreview>(await client.post(path));
    expect(postings.map(({ kind, effectiveOn }) => `${kind} ${effectiveOn}`)).toEqual([
      'accretion 2026-03-31',
    ]);
    // By the simple method, three months at 8% of 27,070.90.
    expect(postings[0]!.totals.liability).toBe('541.42');
  });
});
