import { describe, expect, it } from 'vitest';
import type { AccretionView } from '~/schemas/books/layer-views';
import type { MonthEndView } from '~/schemas/books/posting-views';
import type { OverviewView } from '~/schemas/reports/overview-views';
import { runMonthEnd } from '~/services/books/month-end.server';
import { bodyOf } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { jobContext } from '../../support/month-ends';
import { expectNothingWritten, expectRefusal } from '../../support/refusals';
import { auditOf } from '../../support/tables';
import { type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

const JANUARY = '2024-01-31';
const FEBRUARY = '2024-02-29';

/**
 * Wells with one layer of 100,000.00 at 12%: two that January catches up for three months, and one recognized just
 * before it.
 */
async function lateWells() {
  const { client, company } = await signInToNewCompany();
  for (const [wellCode, calculationDate] of [
    ['LATE-1', '2023-10-31'],
    ['LATE-2', '2023-10-31'],
    ['NEW-1', '2023-12-31'],
  ] as const) {
    const well = await addWell(client, { wellCode });
    await addLayer(client, well.id, { discountRate: 12, inflationRate: 12, calculationDate });
  }
  return { client, companyId: company.id };
}

const run = (companyId: string, periodEnd: string, options = {}) =>
  runMonthEnd(jobContext(), { companyId, periodEnd }, options);
const listed = async (client: SignedIn) =>
  bodyOf<MonthEndView[]>(await client.get('/api/accretion/month-ends'));
const toReview = async (client: SignedIn) =>
  (await bodyOf<OverviewView>(await client.get('/api/reports/overview'))).catchUps;
const review = (client: SignedIn, periodEnd: string) =>
  client.post(`/api/accretion/month-ends/${periodEnd}/review`, {});

describe('a month-end run that posts more than one month for a layer', () => {
  it('is flagged with layers and amount, and is on the worklist until reviewed', async () => {
    const { client, companyId } = await lateWells();
    await run(companyId, JANUARY);
    // Three months of 1,000.00 for each of two layers; the third layer's single month is no catch-up.
    expect(await listed(client)).toMatchObject([
      {
        periodEnd: JANUARY,
        layers: 3,
        totalAccretion: '7000.00',
        catchUp: { layers: 2, accretion: '6000.00', reviewed: null },
      },
    ]);
    const [posted] = await auditOf(JANUARY, 'month_end');
    expect(posted).toMatchObject({
      action: 'month_end.posted',
      newValues: { catchUpLayers: 2, catchUpAccretion: '6000.00' },
    });
    const waiting = [{ periodEnd: JANUARY, layers: 2, accretion: '6000.00' }];
    expect(await toReview(client)).toEqual(waiting);
    const viewer = await signIn({ memberships: [{ companyId, role: 'viewer' }] });
    expect(await toReview(viewer)).toEqual(waiting);

    const records = await bodyOf<AccretionView[]>(
      await client.get(`/api/accretion?periodEnd=${JANUARY}&catchUp=true`),
    );
    expect(records.map(({ aroLayer, timeYears }) => [aroLayer.well.wellCode, timeYears])).toEqual([
      ['LATE-1', '0.250000000000'],
      ['LATE-2', '0.250000000000'],
    ]);
    const all = await bodyOf<AccretionView[]>(await client.get('/api/accretion?catchUp=true&limit=1'));
    expect(all.map(({ aroLayer }) => aroLayer.well.wellCode)).toEqual(['LATE-1']);

    expect((await expectNothingWritten(() => review(viewer, JANUARY))).status).toBe(403);
    const { client: outsider } = await signInToNewCompany();
    await expectRefusal(() => review(outsider, JANUARY), 404, { message: 'Month-end run not found' });
    const reviewed = await bodyOf<MonthEndView>(await review(client, JANUARY));
    expect(reviewed.catchUp).toMatchObject({ layers: 2, reviewed: { userId: client.userId } });
    expect(await toReview(client)).toEqual([]);
    expect(await listed(client)).toEqual([reviewed]);
    const entries = (await auditOf(JANUARY, 'month_end')).filter(
      ({ action, companyId: of }) => action === 'month_end.reviewed' && of === companyId,
    );
    expect(entries).toMatchObject([{ userId: client.userId, newValues: { catchUpLayers: 2 } }]);

    // The next run posts a single month for all of them.
    await run(companyId, FEBRUARY);
    expect((await listed(client))[0]).toMatchObject({ periodEnd: FEBRUARY, layers: 3, catchUp: null });
    expect(await toReview(client)).toEqual([]);
  });

  it('keeps its first review, and rejects a review of a run without catch-up', async () => {
    const { client, companyId } = await lateWells();
    await run(companyId, JANUARY);
    await run(companyId, FEBRUARY);
    const first = await bodyOf<MonthEndView>(await review(client, JANUARY));
    const second = await signIn({ memberships: [{ companyId, role: 'admin' }] });
    const again = await expectNothingWritten(() => review(second, JANUARY));
    expect(await bodyOf<MonthEndView>(again)).toEqual(first);
    await expectRefusal(() => review(client, FEBRUARY), 409, {
      message: 'This month-end has no catch-up to review.',
    });
    for (const month of ['2024-03-31', 'never'])
      await expectRefusal(() => review(client, month), 404, { message: 'Month-end run not found' });
  });

  it('counts page by page, and can’t be reviewed before it is done', async () => {
    const { client, companyId } = await lateWells();
    const lost = { ...jobContext(), env: { ...jobContext().env, JOBS: { sendBatch: async () => {} } } };
    await runMonthEnd(
      lost as unknown as ReturnType<typeof jobContext>,
      { companyId, periodEnd: JANUARY },
      { pageSize: 1, maxPages: 1 },
    );
    expect((await listed(client))[0]).toMatchObject({ status: 'running', catchUp: { layers: 1 } });
    expect(await toReview(client)).toEqual([]);
    await expectRefusal(() => review(client, JANUARY), 409, {
      message: 'This month-end is still posting. Review it when posting is done.',
    });
    await run(companyId, JANUARY, { pageSize: 1, maxPages: 10 });
    expect(await toReview(client)).toEqual([{ periodEnd: JANUARY, layers: 2, accretion: '6000.00' }]);
  });
});
