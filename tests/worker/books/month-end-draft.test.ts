import { describe, expect, it } from 'vitest';
import type { MonthEndView } from '~/schemas/books/posting-views';
import { runMonthEnd } from '~/services/books/month-end.server';
import { accreteThrough, bodyOf, postingsOf, totalLiability } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { jobContext } from '../../support/month-ends';
import { auditOf } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const JANUARY = '2024-01-31';

async function companyOf(monthEnd: 'posts' | 'prepares') {
  const { client, company } = await signInToNewCompany();
  await bodyOf(await client.put(`/api/companies/${company.id}/settings`, { monthEnd }));
  const well = await addWell(client);
  await addLayer(client, well.id, { discountRate: 12, inflationRate: 12, calculationDate: '2023-12-31' });
  return { client, companyId: company.id };
}

const run = (companyId: string, periodEnd = JANUARY) => runMonthEnd(jobContext(), { companyId, periodEnd });
const listed = async (client: SignedIn) =>
  bodyOf<MonthEndView[]>(await client.get('/api/accretion/month-ends'));

describe('a month-end in prepare mode', () => {
  it('posts nothing, shows what it would post, and is posted by a user', async () => {
    const { client, companyId } = await companyOf('prepares');
    const carried = await totalLiability(client);
    await run(companyId);
    await run(companyId);
    expect(await postingsOf(client, 'kind=accretion')).toEqual([]);
    expect(await totalLiability(client)).toBe(carried);
    const [draft, ...others] = await listed(client);
    expect(others).toEqual([]);
    expect(draft).toMatchObject({
      status: 'prepared',
      isPosted: false,
      layers: 1,
      totalAccretion: '1000.00',
    });
    const trail = (await auditOf(JANUARY, 'month_end')).filter((row) => row.companyId === companyId);
    expect(trail).toMatchObject([{ action: 'month_end.prepared', userId: 'system' }]);

    await accreteThrough(client, JANUARY);
    const [posting] = await postingsOf(client, 'kind=accretion');
    expect(posting).toMatchObject({
      userId: client.userId,
      source: 'user',
      totals: { liability: '1000.00' },
    });
    expect((await listed(client))[0]).toMatchObject({ status: 'prepared', isPosted: true });
  });

  it('has nothing to prepare if already posted; in post mode it still posts', async () => {
    const early = await companyOf('prepares');
    await accreteThrough(early.client, '2024-02-29');
    await run(early.companyId);
    expect((await listed(early.client))[0]).toMatchObject({ status: 'skipped', isPosted: false });
    const posting = await companyOf('posts');
    await run(posting.companyId);
    expect((await listed(posting.client))[0]).toMatchObject({ status: 'done', isPosted: true });
  });

  it('is skipped if there is nothing to post', async () => {
    const { client, companyId } = await companyOf('prepares');
    // Before the first layer.
    await run(companyId, '2023-11-30');
    const [skipped] = await listed(client);
    expect(skipped).toMatchObject({
      status: 'skipped',
      isPosted: false,
      reason: 'There was nothing to post.',
    });
  });
});
