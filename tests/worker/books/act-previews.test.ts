import { expect, it } from 'vitest';
import { accreteThrough, bodyOf } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { expectNothingWritten } from '../../support/refusals';
import { signInToNewCompany } from '../../support/worker';

const END = { periodType: 'monthly', periodEnd: '2026-03-31' };
const SALE = { date: '2026-02-28', wells: ['A-1'], interestSold: '25', proceeds: '100', mode: 'all' };
const SETTLEMENTS = { rows: [{ wellCode: 'A-1', date: '2026-02-28', cost: '5000' }], mode: 'all' };
const REVISIONS = { date: '2026-02-28', rows: [{ wellCode: 'A-1', pAndACost: '80000' }], mode: 'all' };

it.each([
  ['/api/revisions', REVISIONS, { rows: [{ wellCode: 'A-1' }], refusals: [] }],
  ['/api/settlements', SETTLEMENTS, { rows: [{ wellCode: 'A-1', relief: '5000.00' }], refusals: [] }],
  ['/api/sales', SALE, { rows: [{ wellCode: 'A-1' }], refusals: [] }],
  ['/api/accretion/calculate', END, { periodEnd: '2026-03-31', layers: 1 }],
])('POST %s with preview=true shows what it would post, and posts nothing', async (path, body, shown) => {
  const { client } = await signInToNewCompany();
  const well = await addWell(client, { wellCode: 'A-1' });
  await addLayer(client, well.id, { calculationDate: '2026-01-01' });
  await accreteThrough(client, '2026-02-28');
  const response = await expectNothingWritten(() => client.post(`${path}?preview=true`, body));
  expect(response.status).toBe(200);
  expect(await bodyOf(response)).toMatchObject(shown);
});
