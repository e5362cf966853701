import { describe, expect, it } from 'vitest';
import { nextMonthEnd } from '~/domain/calendar/calendar-date';
import type { AccretionView } from '~/schemas/books/layer-views';
import type { PostingPreview } from '~/schemas/books/posting-views';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  layersOf,
  postingsOf,
  reversePosting,
  totalLiability,
} from '../../support/books';
import { addLayer, addManyWells, addWell } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { auditOf, idOfPosting } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const STRAIGHT_LINE = { depreciation: 'straight-line', depreciationFrom: '2025-12-31' };
const eachTo = (periodEnd: string) => ({ periodType: 'monthly', periodEnd, eachPeriod: true });

async function withWells(settings: object = {}) {
  const { client, company } = await signInToNewCompany();
  await bodyOf(await client.put(`/api/companies/${company.id}/settings`, settings));
  const wells = [await addWell(client, { wellCode: 'A-1' }), await addWell(client, { wellCode: 'B-1' })];
  await addLayer(client, wells[0]!.id, { calculationDate: '2026-01-01' });
  await addLayer(client, wells[1]!.id, { calculationDate: '2026-02-10' });
  return { client, company, wells };
}

const post = (client: SignedIn, periodEnd: string, query = '') =>
  client.post(`/api/accretion/calculate${query}`, eachTo(periodEnd));

const previewOf = async (client: SignedIn, periodEnd: string) =>
  bodyOf<PostingPreview>(
    await client.get(
      `/api/accretion/preview?periodType=monthly&periodEnd=${periodEnd}&eachPeriod=true&rows=true`,
    ),
  );

/** Each record without the ids that differ between companies. */
async function recordsOf(client: SignedIn) {
  const records = await bodyOf<AccretionView[]>(await client.get('/api/accretion'));
  return records.map(({ periodEnd, periodStart, beginningAro, accretionExpense, timeYears, aroLayer }) =>
    [aroLayer.well.wellCode, periodStart, periodEnd, timeYears, beginningAro, accretionExpense].join(' '),
  );
}

async function depreciationOf(client: SignedIn) {
  const postings = await postingsOf(client, 'kind=depreciation');
  return postings.map(({ effectiveOn, totals }) => `${effectiveOn} ${totals.asset}`);
}

describe('accretion of every period up to a date', () => {
  it.each([{}, { accretionMethod: 'effective' }, STRAIGHT_LINE])(
    'matches the records and depreciation of months posted individually: %j',
    async (settings) => {
      const [{ client }, inTime] = [await withWells(settings), await withWells(settings)];
      for (let end = '2026-01-31'; end < '2026-07-01'; end = nextMonthEnd(end)) {
        await accreteThrough(inTime.client, end);
      }
      await bodyOf(await post(client, '2026-06-30'));
      expect(await recordsOf(client)).toEqual(await recordsOf(inTime.client));
      expect(await depreciationOf(client)).toEqual(await depreciationOf(inTime.client));
      await expectBooksToCheck(client);
    },
  );

  it('is previewed period by period, with each layer’s total change', async () => {
    const { client } = await withWells(STRAIGHT_LINE);
    const shown = await previewOf(client, '2026-03-31');
    expect(shown.periods!.map(({ periodEnd, layers }) => [periodEnd, layers])).toEqual([
      ['2026-01-31', 1],
      ['2026-02-28', 2],
      ['2026-03-31', 2],
    ]);
    expect(shown).toMatchObject({ layers: 2, layersWithGap: 0, firstPeriodEnd: '2026-01-31', refusal: null });
    await bodyOf(await post(client, '2026-03-31', `?reviewed=${shown.reviewed}`));
    const [expenses, charges] = await Promise.all(
      ['accretion', 'depreciation'].map((kind) => postingsOf(client, `kind=${kind}`)),
    );
    expect(shown.periods!.map(({ accretion }) => accretion)).toEqual(
      expenses!.map(({ totals }) => totals.liability).reverse(),
    );
    expect(shown.periods!.map(({ depreciation }) => `-${depreciation}`)).toEqual(
      charges!.map(({ totals }) => totals.asset).reverse(),
    );
    expect(shown.review!.after).toBe(await totalLiability(client));
    const [first] = shown.review!.rows;
    expect(first).toMatchObject({ well: { wellCode: 'A-1' }, before: '27070.90' });
    const [layer] = await layersOf(client, first!.well.id);
    expect(first!.after).toBe(layer!.currentAroValue);
  });

  it('is one act with one audit row, and is reversed as a whole', async () => {
    const { client } = await withWells();
    const before = await totalLiability(client);
    await bodyOf(await post(client, '2026-03-31'));
    const postings = await postingsOf(client, 'kind=accretion');
    expect(new Set(postings.map(({ actId }) => actId)).size).toBe(1);
    const [audited, ...others] = await auditOf(await idOfPosting(client, postings[0]!.actId), 'posting');
    expect(others).toEqual([]);
    expect(audited!.newValues).toMatchObject({ periodEnd: '2026-03-31', eachPeriod: true, layers: 2 });
    await bodyOf(await reversePosting(client, postings[0]!.id, { wholeAct: true }), 201);
    expect(await totalLiability(client)).toBe(before);
    await expectBooksToCheck(client);
  });

  it('catches up late layers to the dates of the others, then accretes all of them', async () => {
    const { client } = await withWells();
    for (const end of ['2026-02-28', '2026-03-31']) await accreteThrough(client, end);
    const late = await addWell(client, { wellCode: 'C-1' });
    await addLayer(client, late.id, { calculationDate: '2026-01-01' });
    expect((await previewOf(client, '2026-05-31')).periods).toMatchObject([
      // January was not posted for the company, and no longer can be.
      { periodEnd: '2026-02-28', layers: 1 },
      { periodEnd: '2026-03-31', layers: 1 },
      { periodEnd: '2026-04-30', layers: 3 },
      { periodEnd: '2026-05-31', layers: 3 },
    ]);
    await bodyOf(await post(client, '2026-05-31'));
    await expectBooksToCheck(client);
  });

  it('starts after the closed months, and counts the layers whose first record covers them', async () => {
    const { client } = await withWells();
    for (const end of ['2026-02-28', '2026-03-31']) await accreteThrough(client, end);
    await close(client, '2026-03-31');
    // March is closed, so it is reversed in April and accreted again with April.
    const [march] = await postingsOf(client, 'kind=accretion');
    await bodyOf(await reversePosting(client, march!.id), 201);
    const { periods, layersWithGap } = await previewOf(client, '2026-05-31');
    expect(periods!.map(({ periodEnd }) => periodEnd)).toEqual(['2026-04-30', '2026-05-31']);
    expect(layersWithGap).toBe(2);
    await bodyOf(await post(client, '2026-05-31'));
    await expectBooksToCheck(client);
  });

  it('skips a well past its life, however long ago', async () => {
    const { client } = await withWells();
    const old = await addWell(client, { wellCode: 'C-1' });
    await addLayer(client, old.id, { calculationDate: '1990-01-01', wellLifespan: 1 });
    await accreteThrough(client, '1990-12-31', old.id);
    const { periods } = await previewOf(client, '2026-02-28');
    expect(periods!.map(({ periodEnd }) => periodEnd)).toEqual(['2026-01-31', '2026-02-28']);
  });

  it('is rejected if one act could not reverse it', async () => {
    const { client, company } = await signInToNewCompany();
    await addManyWells(company.id, 2_000);
    const terms = { discountRate: 8, inflationRate: 2.5, pAndACost: 100_000, wellLifespan: 25 };
    const all = { layerType: 'initial', scope: 'all', calculationDate: '2015-01-31', ...terms };
    await bodyOf(await client.post('/api/aro-layers/calculate-all', all));
    const message =
      'This would post more than 200,000 records, the limit for one posting. Post through an earlier period end first, then continue.';
    expect(await previewOf(client, '2025-01-31')).toMatchObject({ refusal: message, totalAccretion: null });
    await expectRefusal(() => post(client, '2025-01-31'), 409, { message });
    expect(await previewOf(client, '2015-12-31')).toMatchObject({ refusal: null, layers: 2_000 });
  });

  it('is rejected if a month was posted since the preview', async () => {
    const { client } = await withWells();
    const { reviewed } = await previewOf(client, '2026-03-31');
    await accreteThrough(client, '2026-01-31');
    const response = await post(client, '2026-03-31', `?reviewed=${reviewed}`);
    expect(response.status).toBe(409);
    expect(await postingsOf(client, 'kind=accretion')).toHaveLength(1);
  });

  it('must be requested with true or false', async () => {
    const { client } = await withWells();
    const given = { ...eachTo('2026-03-31'), eachPeriod: 'each' };
    await expectRefusal(() => client.post('/api/accretion/calculate', given), 400, {
      errors: { eachPeriod: ['eachPeriod must be true or false'] },
    });
  });
});
