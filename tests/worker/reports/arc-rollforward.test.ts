import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { ArcRollforwardView } from '~/schemas/reports/report-views';
import { accreteThrough, bodyOf } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { balances } from '../../support/reports';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const EVEN = {
  discountRate: 10,
  inflationRate: 10,
  pAndACost: 120_000,
  wellLifespan: 10,
  calculationDate: '2025-12-31',
};

const path = (by: string, beginDate = '2026-02-01', endDate = '2026-03-31') =>
  `/api/reports/arc-rollforward?beginDate=${beginDate}&endDate=${endDate}&by=${by}`;

async function rowsOf(client: SignedIn, by: string): Promise<ArcRollforwardView[]> {
  return bodyOf(await client.get(path(by)));
}

/** Two wells from the end of 2025, one settled at the end of March 2026 and the other revised in February. */
async function depreciatingCompany() {
  const { client, company } = await signInToNewCompany();
  const given = { depreciation: 'straight-line', depreciationFrom: '2025-12-31' };
  await bodyOf(await client.put(`/api/companies/${company.id}/settings`, given));
  const kept = await addWell(client, { wellCode: 'K-1', field: 'North' });
  const settled = await addWell(client, { wellCode: 'S-1', field: 'South' });
  for (const { id } of [kept, settled]) await addLayer(client, id, EVEN);
  await accreteThrough(client, '2026-01-31');
  await accreteThrough(client, '2026-02-28');
  const revision = { ...EVEN, layerType: 'additional', measurement: 'change', calculationDate: '2026-02-28' };
  await addLayer(client, kept.id, { ...revision, pAndACost: 132_000 });
  const final = { date: '2026-03-31', cost: '100000.00', isFinal: true };
  await bodyOf(await client.post(`/api/wells/${settled.id}/settlements`, final), 201);
  await accreteThrough(client, '2026-03-31');
  return { client, company, kept, settled };
}

const AMOUNTS = {
  additions: '0.00',
  divested: '0.00',
  beginningCost: '120000.00',
  beginningAccumulated: '-1000.00',
};
const SETTLED = {
  ...AMOUNTS,
  revisions: '0.00',
  retired: '-120000.00',
  endingCost: '0.00',
  depreciation: '-2000.00',
  accumulatedRetired: '3000.00',
  endingAccumulated: '0.00',
  endingNet: '0.00',
};
/** 118,000.00 and 12,000.00 over the ten years from the end of February: 983.33 and 100.00 per month. */
const KEPT = {
  ...AMOUNTS,
  revisions: '12000.00',
  retired: '0.00',
  endingCost: '132000.00',
  depreciation: '-2083.33',
  accumulatedRetired: '0.00',
  endingAccumulated: '-3083.33',
  endingNet: '128916.67',
};

describe('the ARC rollforward', () => {
  it('shows the changes in cost and accumulated depreciation, by well, by field and in total', async () => {
    const { client, kept, settled } = await depreciatingCompany();
    expect(await rowsOf(client, 'well')).toEqual([
      { group: 'K-1', wellId: kept.id, ...KEPT },
      { group: 'S-1', wellId: settled.id, ...SETTLED },
    ]);
    expect(await rowsOf(client, 'field')).toEqual([
      { group: 'North', wellId: null, ...KEPT },
      { group: 'South', wellId: null, ...SETTLED },
    ]);
    const ofField = await bodyOf<object[]>(await client.get(`${path('well')}&field=North`));
    expect(ofField).toMatchObject([{ group: 'K-1' }]);
    const [total] = await rowsOf(client, 'total');
    expect(total).toMatchObject({ group: 'Total', beginningCost: '240000.00', endingNet: '128916.67' });
    const net = (await balances(client, '2026-03-31')).reduce((sum, { arcNet }) => sum + Number(arcNet), 0);
    expect(net.toFixed(2)).toBe(total!.endingNet);
  });

  it('is available as a file', async () => {
    const { client } = await depreciatingCompany();
    const lines = (await (await client.get(`${path('total')}&format=csv`)).text()).trim().split('\r\n');
    expect(lines[0]).toContain('group,beginningCost,additions,revisions,retired,divested,endingCost');
    expect(lines).toHaveLength(2);
  });

  it('fails if a cache differs from its movements', async () => {
    const { client, company } = await depreciatingCompany();
    await env.DB.prepare(
      `update layer set arc_accumulated_cents = arc_accumulated_cents - 1
       where company = (select ledger_id from company where id = ?) and arc_cost_cents <> 0`,
    )
      .bind(company.id)
      .run();
    expect((await client.get(path('well'))).status).toBe(500);
  });
});
