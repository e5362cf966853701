import { describe, expect, it } from 'vitest';
import type { CurrentEstimate, RevisionPreview } from '~/schemas/books/revision';
import { bodyOf } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { signInToNewCompany } from '../../support/worker';

const DAY = '2022-01-01';

/**
 * A-1 is estimated at 100,000.00, of which a sale removed a quarter; B-1 is settled in full; C-1 has no layer; D-1 is
 * unchanged.
 */
async function companyWithEstimates() {
  const { client, company } = await signInToNewCompany();
  const wells = new Map<string, string>();
  for (const wellCode of ['A-1', 'B-1', 'C-1', 'D-1']) {
    const { id } = await addWell(client, { wellCode });
    wells.set(wellCode, id);
    if (wellCode !== 'C-1') await addLayer(client, id);
  }
  const sale = { date: '2021-06-30', interestSold: '25', proceeds: '0' };
  await bodyOf(await client.post(`/api/wells/${wells.get('A-1')}/sales`, sale), 201);
  const settlement = { date: '2021-06-30', cost: '30000', isFinal: true };
  await bodyOf(await client.post(`/api/wells/${wells.get('B-1')}/settlements`, settlement), 201);
  const estimates = async (body: object) =>
    bodyOf<CurrentEstimate[]>(await client.post('/api/revisions/estimates', { date: DAY, ...body }));
  return { client, company, wells, estimates };
}

describe('current estimates', () => {
  it('include the remaining estimate, as stated and repriced to the date, of wells that can be revised', async () => {
    const { client, wells, estimates } = await companyWithEstimates();
    const ofA = {
      wellId: wells.get('A-1'),
      wellCode: 'A-1',
      wellName: expect.any(String),
      estimate: '75000.00',
      // × 1.025², for two years.
      repricedEstimate: '78796.88',
      retirementDate: '2045-01-01',
    };
    const ofD = { wellCode: 'D-1', estimate: '100000.00', repricedEstimate: '105062.50' };
    expect(await estimates({})).toMatchObject([ofA, ofD]);
    expect(await estimates({ wellCodes: ['d-1 ', 'C-1', 'X-1'] })).toMatchObject([ofD]);
    expect(await estimates({ wellCodes: [] })).toEqual([]);
    // The suggested estimate is the one that a revision compares with.
    const rows = [{ wellCode: 'A-1', pAndACost: '75000.00' }];
    const { rows: revised } = await bodyOf<RevisionPreview>(
      await client.post('/api/revisions/preview', { date: DAY, rows }),
    );
    expect(revised).toMatchObject([{ change: '0.00', aroValue: '0.00', ratesFrom: 'unchanged' }]);
  });

  it('include only the company’s wells', async () => {
    const { estimates } = await companyWithEstimates();
    const other = await companyWithEstimates();
    expect((await estimates({})).map(({ wellId }) => wellId)).not.toContain(other.wells.get('D-1'));
    const { client } = await signInToNewCompany();
    expect(await bodyOf(await client.post('/api/revisions/estimates', { date: DAY }))).toEqual([]);
  });

  it('require a date, and well codes that are text', async () => {
    const { client } = await signInToNewCompany();
    const refused = async (body: object) => (await client.post('/api/revisions/estimates', body)).json();
    expect(await refused({})).toMatchObject({ errors: { date: ['Date is required'] } });
    expect(await refused({ date: DAY, wellCodes: [7] })).toMatchObject({
      errors: { 'wellCodes.0': ['wellCodes.0 must be text'] },
    });
    const many = Array.from({ length: 50_001 }, (_, index) => `W-${index}`);
    expect(await refused({ date: DAY, wellCodes: many })).toMatchObject({
      errors: { wellCodes: ['At most 50,000 well codes at a time'] },
    });
  });
});
