import { describe, expect, it } from 'vitest';
import { runMonthEnd } from '~/services/books/month-end.server';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  postingsOf,
  totalLiability,
} from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { jobContext, runsOf } from '../../support/month-ends';
import { signInToNewCompany } from '../../support/worker';

async function companyWith(wells: number) {
  const { client, company } = await signInToNewCompany();
  const added = [];
  for (let count = 0; count < wells; count += 1) {
    const well = await addWell(client);
    await addLayer(client, well.id, { calculationDate: '2026-01-01' });
    added.push(well);
  }
  return { client, company, wells: added };
}

describe('a month-end', () => {
  it('skips a closed month and gives the reason', async () => {
    const { client, company } = await companyWith(1);
    await accreteThrough(client, '2026-01-31');
    await close(client, '2026-01-31');
    await runMonthEnd(jobContext(), { companyId: company.id, periodEnd: '2026-01-31' });
    expect(await runsOf(company.id)).toMatchObject([
      { period_end: '2026-01-31', status: 'skipped', reason: 'The books are closed through 2026-01-31.' },
    ]);
    expect(await postingsOf(client, 'kind=accretion')).toHaveLength(1);
  });

  it('continues without a well that is deleted while it is running', async () => {
    const { client, company, wells } = await companyWith(3);
    const job = { companyId: company.id, periodEnd: '2026-01-31' };
    // One page, which posts the first well. The next message posts the rest.
    await runMonthEnd(jobContext(), job, { pageSize: 1, maxPages: 1 });
    expect((await client.delete(`/api/wells/${wells[0]!.id}`)).status).toBe(204);
    expect((await client.delete(`/api/wells/${wells[1]!.id}`)).status).toBe(204);
    await runMonthEnd(jobContext(), job, { pageSize: 1, maxPages: 10 });
    expect(await runsOf(company.id)).toMatchObject([{ status: 'done' }]);
    await expectBooksToCheck(client);
    const [left] = await bodyOf<{ currentAroValue: string; accretedThrough: string }[]>(
      await client.get(`/api/wells/${wells[2]!.id}/aro-layers`),
    );
    expect(left).toMatchObject({
      accretedThrough: '2026-01-31',
      currentAroValue: await totalLiability(client),
    });
  });

  it('and a concurrent deletion leave the books consistent in either order', async () => {
    const { client, company, wells } = await companyWith(4);
    const job = { companyId: company.id, periodEnd: '2026-01-31' };
    const [, deleted] = await Promise.all([
      runMonthEnd(jobContext(), job),
      client.delete(`/api/wells/${wells[0]!.id}`),
      client.delete(`/api/wells/${wells[1]!.id}`),
    ]);
    expect([204, 409]).toContain(deleted.status);
    await expectBooksToCheck(client);
  });
});
