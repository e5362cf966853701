import { describe, expect, it } from 'vitest';
import { depletionRatesReads, setDepletionRates } from '~/services/books/depletion-rates.server';
import { postAccretion, postingReads } from '~/services/books/post-accretion.server';
import { saleReads, sellWell } from '~/services/books/sell-well.server';
import { settlementReads, settleWell } from '~/services/books/settle-well.server';
import { changeSettings, settingsReads } from '~/services/books/switch-depreciation.server';
import { readTogether } from '~/services/platform/reads.server';
import { accreteThrough, bodyOf, close, expectBooksToCheck, postingsOf } from '../../support/books';
import { addLayer, addWell, contextInterrupted } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { db, type SignedIn, signInToNewCompany } from '../../support/worker';

const DAY = '2026-02-28';
const SETTLEMENT = {
  date: DAY,
  costCents: 3_000_000,
  reliefCents: null,
  isFinal: true,
  memo: null,
  reference: null,
};
const SALE = { date: DAY, interestSold: 5_000_000_000, proceedsCents: 0, memo: null };
const CHANGED = 'The company’s settings changed. Review and post again.';

/** A well accreted through January, and another user who changes the settings just before an act is written. */
async function interruptedBy(settings: Record<string, unknown>) {
  const { client, company } = await signInToNewCompany();
  const { id } = await addWell(client);
  await addLayer(client, id, { calculationDate: '2026-01-01' });
  await accreteThrough(client, '2026-01-31');
  const ctx = contextInterrupted(client, company.id, async () => {
    await bodyOf(await client.put(`/api/companies/${company.id}/settings`, settings));
  });
  // Reads with a separate database, because the context's own database interrupts its first write.
  return { client, id, ctx, scope: { ...ctx, db } };
}

describe('an act during a change of the company’s settings', () => {
  it.each([
    ['where differences go', { settlementDifference: 'pool' }],
    ['the order of relief', { settlementOrder: 'oldest' }],
    ['depreciation', { depreciation: 'straight-line', depreciationFrom: '2026-01-31' }],
    ['the method', { accretionMethod: 'effective' }],
  ])('is not posted with the old ones: a settlement, and %s', async (_, settings) => {
    const { client, id, ctx, scope } = await interruptedBy(settings);
    const rows = await readTogether(db, settlementReads(scope, id, SETTLEMENT));
    await expect(settleWell(ctx, id, SETTLEMENT, rows)).rejects.toMatchObject({
      code: 'conflict',
      message: CHANGED,
    });
    expect(await postingsOf(client, 'kind=settlement')).toEqual([]);
    await expectBooksToCheck(client);
    // After another review, it is posted with the new ones.
    const { date, isFinal } = SETTLEMENT;
    await bodyOf(await client.post(`/api/wells/${id}/settlements`, { date, cost: '30000.00', isFinal }), 201);
    await expectBooksToCheck(client);
  });

  it('is not posted with the old ones: a sale', async () => {
    const { client, id, ctx, scope } = await interruptedBy({
      depreciation: 'straight-line',
      depreciationFrom: '2026-01-31',
    });
    const rows = await readTogether(db, saleReads(scope, id, SALE));
    await expect(sellWell(ctx, id, SALE, rows)).rejects.toMatchObject({ message: CHANGED });
    expect(await postingsOf(client, 'kind=sale')).toEqual([]);
  });

  it('is planned again with the new ones if it is a job', async () => {
    const { client, ctx, scope } = await interruptedBy({ accretionMethod: 'effective' });
    const input = { periodType: 'monthly', periodEnd: DAY, source: 'month-end' } as const;
    const rows = await readTogether(db, postingReads(scope, input));
    await postAccretion(ctx, input, rows);
    const [posting] = await postingsOf(client, 'kind=accretion');
    expect(posting).toMatchObject({
      effectiveOn: DAY,
      source: 'month-end',
      method: 'effective',
      movements: [expect.anything()],
    });
    await expectBooksToCheck(client);
  });

  it('is posted if nothing in it depends on the change', async () => {
    const { client, id, ctx, scope } = await interruptedBy({ journal: { assetMain: '1801' } });
    const rows = await readTogether(db, settlementReads(scope, id, SETTLEMENT));
    expect(await settleWell(ctx, id, SETTLEMENT, rows)).toMatchObject({ kind: 'settlement' });
    expect(await postingsOf(client, 'kind=settlement')).toHaveLength(1);
  });
});

describe('an act on a day that is closed meanwhile', () => {
  it('is not posted, and the closed month remains as reported', async () => {
    const { client, company } = await signInToNewCompany();
    const { id } = await addWell(client);
    await addLayer(client, id, { calculationDate: '2026-01-01' });
    await accreteThrough(client, DAY);
    const ctx = contextInterrupted(client, company.id, async () => {
      await close(client, DAY);
    });
    const rows = await readTogether(db, settlementReads({ ...ctx, db }, id, SETTLEMENT));
    await expect(settleWell(ctx, id, SETTLEMENT, rows)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Someone closed the books just now. Nothing was posted.',
    });
    expect(await postingsOf(client, 'kind=settlement')).toEqual([]);
    await expectBooksToCheck(client);
  });
});

const RATE_TAKEN_BACK = [{ field: 'North', month: '2026-02', percent: null }];

/** A company accreted through January with depletion rates through February, the last of which another user removes. */
async function losingARate(depreciation: 'units-of-production' | 'none') {
  const { client, company } = await signInToNewCompany();
  const path = `/api/companies/${company.id}`;
  const rates = ['2026-01', '2026-02'].map((month) => ({ field: 'North', month, percent: '2.5' }));
  await bodyOf(await client.put(`${path}/depletion-rates`, { rates }));
  if (depreciation !== 'none') {
    await bodyOf(await client.put(`${path}/settings`, { depreciation, depreciationFrom: '2026-01-01' }));
  }
  const { id } = await addWell(client, { field: 'North' });
  await addLayer(client, id, { calculationDate: '2026-01-01' });
  await accreteThrough(client, '2026-01-31');
  const ctx = contextInterrupted(client, company.id, async () => {
    await bodyOf(await client.put(`${path}/depletion-rates`, { rates: RATE_TAKEN_BACK }));
  });
  return { client, company, id, ctx, scope: { ...ctx, db } };
}

async function expectNoCharges(client: SignedIn, through: string | null) {
  const days = (await postingsOf(client, 'kind=depreciation')).map(({ effectiveOn }) => effectiveOn);
  expect(days).toEqual(through === null ? [] : [through]);
  await expectBooksToCheck(client);
}

describe('a depletion rate removed while a month is charged by it', () => {
  it('remains, so that the charge is explained', async () => {
    const { client, company } = await losingARate('units-of-production');
    const ctx = contextInterrupted(client, company.id, async () => {
      await accreteThrough(client, DAY);
    });
    const rows = await readTogether(db, depletionRatesReads({ ...ctx, db }));
    await expect(setDepletionRates(ctx, company.id, { rates: RATE_TAKEN_BACK }, rows)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Something was posted while you were saving. Nothing was saved. Try again.',
    });
    await expectBooksToCheck(client);
  });
});

describe('an act that uses a depletion rate removed meanwhile', () => {
  it('is rejected: a settlement, with the reason after another review', async () => {
    const { client, id, ctx, scope } = await losingARate('units-of-production');
    const rows = await readTogether(db, settlementReads(scope, id, SETTLEMENT));
    await expect(settleWell(ctx, id, SETTLEMENT, rows)).rejects.toMatchObject({ message: CHANGED });
    await expectNoCharges(client, '2026-01-31');
    await expectRefusal(
      () => client.post(`/api/wells/${id}/settlements`, { date: DAY, cost: '30000.00', isFinal: true }),
      409,
      {
        message: 'Field "North" has no depletion rate for 2026-02. Enter it under Company → Settings first.',
      },
    );
  });

  it('is planned again and then rejected: a month-end', async () => {
    const { client, ctx, scope } = await losingARate('units-of-production');
    const input = { periodType: 'monthly', periodEnd: DAY, source: 'month-end' } as const;
    const rows = await readTogether(db, postingReads(scope, input));
    await expect(postAccretion(ctx, input, rows)).rejects.toMatchObject({
      message: 'Enter depletion rates under Company → Settings first. Missing for 2026-02: North.',
    });
    await expectNoCharges(client, '2026-01-31');
  });

  it('is planned again and then rejected: the catch-up of a company that switches to these rates', async () => {
    const { client, company, ctx, scope } = await losingARate('none');
    await accreteThrough(client, DAY);
    const input = { depreciation: 'units-of-production', depreciationFrom: '2026-02-01' } as const;
    const rows = await readTogether(db, settingsReads(scope, input));
    await expect(changeSettings(ctx, company.id, input, null, rows)).rejects.toMatchObject({
      message: 'Enter depletion rates under Company → Settings first. Missing for 2026-02: North.',
    });
    await expectNoCharges(client, null);
  });
});
