import { describe, expect, it } from 'vitest';
import { addLayer, addWell } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { anonymous, makeCompany, signIn, signInToNewCompany } from '../../support/worker';

const PATH = '/api/accretion/calculate';
const BODY = { periodType: 'monthly', periodEnd: '2024-01-31' };

async function adminWithLayer() {
  const { client, company } = await signInToNewCompany();
  const well = await addWell(client);
  await addLayer(client, well.id);
  return { client, company };
}

describe('POST /api/accretion/calculate refuses', () => {
  it('users who are not signed in', () =>
    expectRefusal(() => anonymous.post(PATH, BODY), 401, { message: 'Unauthorized' }));

  it('viewers', async () => {
    const { client } = await signInToNewCompany('viewer');
    await expectRefusal(() => client.post(PATH, BODY), 403, { message: 'Company admin role required' });
  });

  it('accounts marked for deletion', async () => {
    const company = await makeCompany();
    const client = await signIn({
      isDeleted: true,
      memberships: [{ companyId: company.id, role: 'admin' }],
    });
    await expectRefusal(() => client.post(PATH, BODY), 403, { message: 'Account is marked for deletion' });
  });

  it('users without a company, including system administrators', async () => {
    const client = await signIn({ isAdmin: true });
    await expectRefusal(() => client.post(PATH, BODY), 400, { message: 'No company selected' });
  });

  it('a tab that shows another company', async () => {
    const { client } = await adminWithLayer();
    const { company: other } = await signInToNewCompany();
    const headers = { 'X-Company-Id': other.id };
    await expectRefusal(() => client.post(PATH, BODY, headers), 409, {
      message: expect.stringContaining('You no longer have access to this company'),
    });
  });

  it('other sites', async () => {
    const { client } = await adminWithLayer();
    await expectRefusal(() => client.post(PATH, BODY, { Origin: 'https://elsewhere.example' }), 403, {});
  });

  it('other methods', async () => {
    const { client } = await adminWithLayer();
    await expectRefusal(() => client.get(PATH), 405, {});
    await expectRefusal(() => client.put('/api/accretion', BODY), 405, {});
  });

  const DATE = 'Must be a valid date (YYYY-MM-DD)';
  it.each([
    ['2023-02-29', DATE],
    ['2024-13-01', DATE],
    ['31.01.2024', DATE],
    ['2024-01-31T00:00:00Z', DATE],
    ['1e400', DATE],
    ['1899-12-31', 'Must be between 1900-01-01 and 2199-12-31'],
    ['', 'Period end date is required'],
    [null, 'Period end date is required'],
    [20240131, 'Period end date is required'],
  ])('the period end %j', async (periodEnd, message) => {
    const { client } = await adminWithLayer();
    await expectRefusal(() => client.post(PATH, { ...BODY, periodEnd }), 400, {
      message,
      errors: { periodEnd: [message] },
    });
  });

  it('an infinite number', async () => {
    const { client } = await adminWithLayer();
    await expectRefusal(() => client.post(PATH, '{"periodType":"monthly","periodEnd":1e400}'), 400, {
      errors: { periodEnd: ['Period end date is required'] },
    });
  });

  it.each([['weekly'], [''], [null], [1], [undefined]])('the period type %j', async (periodType) => {
    const { client } = await adminWithLayer();
    const message = 'Period type must be monthly, quarterly or annually';
    await expectRefusal(() => client.post(PATH, { ...BODY, periodType }), 400, {
      errors: { periodType: [message] },
    });
  });

  it.each(['', ' '])('the well %j', async (wellId) => {
    const { client } = await adminWithLayer();
    const message = 'Enter a well ID, or leave it out for all wells';
    await expectRefusal(() => client.post(PATH, { ...BODY, wellId }), 400, { errors: { wellId: [message] } });
  });

  it('an unknown well or another company’s, also in the preview', async () => {
    const { client } = await adminWithLayer();
    const other = await signInToNewCompany();
    const theirs = await addWell(other.client);
    const gone = await addWell(client);
    expect((await client.send(`/api/wells/${gone.id}`, { method: 'DELETE' })).status).toBe(204);
    for (const wellId of ['x', theirs.id, gone.id]) {
      const refusal = { message: 'Well not found' };
      const query = new URLSearchParams({ ...BODY, wellId });
      await expectRefusal(() => client.post(PATH, { ...BODY, wellId }), 404, refusal);
      await expectRefusal(() => client.post(`${PATH}?preview=true`, { ...BODY, wellId }), 404, refusal);
      await expectRefusal(() => client.get(`/api/accretion/preview?${query}`), 404, refusal);
    }
  });

  it('an invalid page size', async () => {
    const { client } = await adminWithLayer();
    for (const limit of ['0', '-1', 'x', '5001', '1.5']) {
      await expectRefusal(() => client.post(`${PATH}?limit=${limit}`, BODY), 400, {
        errors: { limit: [expect.any(String)] },
      });
    }
  });
});

describe('GET /api/accretion refuses', () => {
  it('users who are not signed in or are in another company', async () => {
    expect((await anonymous.get('/api/accretion')).status).toBe(401);
    expect((await anonymous.get('/api/accretion/preview')).status).toBe(401);
    const { client } = await signInToNewCompany('viewer');
    const headers = { 'X-Company-Id': crypto.randomUUID() };
    expect((await client.get('/api/accretion', headers)).status).toBe(409);
  });

  it('invalid queries', async () => {
    const { client } = await signInToNewCompany();
    for (const query of [
      'periodEnd=2023-02-29',
      'limit=0',
      'limit=abc',
      'cursor=zzz',
      'limit=5&cursor=W10',
    ]) {
      expect((await client.get(`/api/accretion?${query}`)).status, query).toBe(400);
    }
  });
});
