import { describe, expect, it } from 'vitest';
import type { CloseStatusView } from '~/schemas/reports/close-status';
import { accreteThrough, bodyOf } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const statusOf = async (client: SignedIn): Promise<CloseStatusView> =>
  bodyOf(await client.get('/api/close-status'));

describe('the close status', () => {
  it('is initially empty', async () => {
    const { client } = await signInToNewCompany();
    expect(await statusOf(client)).toEqual({
      accretedThrough: null,
      closedThrough: null,
      attention: 0,
      journal: null,
    });
  });

  it('tracks accretion, exports, postings after them, and the close', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client, { wellCode: 'A-1' });
    await addLayer(client, well.id, { calculationDate: '2024-01-01' });
    await accreteThrough(client, '2024-01-31');
    const january = { beginDate: '2024-01-01', endDate: '2024-01-31' };
    // Its only estimate is more than a year old.
    expect(await statusOf(client)).toEqual({
      accretedThrough: '2024-01-31',
      closedThrough: null,
      attention: 1,
      journal: { ...january, state: 'missing' },
    });
    const made = await client.post('/api/journal-exports', {
      ...january,
      layout: 'standard',
      lines: 'detail',
    });
    expect(made.status).toBe(201);
    expect((await statusOf(client)).journal).toEqual({ ...january, state: 'exported' });
    // An unchanged estimate has no journal entry.
    const unchanged = { layerType: 'additional', measurement: 'change', calculationDate: '2024-01-31' };
    expect(await addLayer(client, well.id, unchanged)).toMatchObject({ aroValue: '0.00' });
    expect((await statusOf(client)).journal).toEqual({ ...january, state: 'exported' });
    await addLayer(client, (await addWell(client, { wellCode: 'A-2' })).id, {
      calculationDate: '2024-01-20',
    });
    expect((await statusOf(client)).journal).toEqual({ ...january, state: 'changed' });
    // Part of a month is not a month to export yet.
    await accreteThrough(client, '2024-02-10');
    expect(await statusOf(client)).toMatchObject({ accretedThrough: '2024-02-10', journal: january });
    await bodyOf(await client.post('/api/periods/close', { through: '2024-01-31' }));
    expect((await statusOf(client)).closedThrough).toBe('2024-01-31');
  });

  it('counts a well with two reasons once, and nothing of another company', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    // Past its retirement date, and not reviewed for a year.
    await addLayer(client, well.id, { calculationDate: '2020-01-01', wellLifespan: 2 });
    expect((await statusOf(client)).attention).toBe(1);
    const { client: other } = await signInToNewCompany();
    expect(await statusOf(other)).toMatchObject({ accretedThrough: null, attention: 0, journal: null });
  });
});

describe('the list of fields', () => {
  it('returns each field of the company’s wells once, by part of its name', async () => {
    const { client } = await signInToNewCompany();
    for (const [wellCode, field] of [
      ['A-1', 'Sleipner'],
      ['A-2', 'Sleipner'],
      ['A-3', 'ÅSGARD'],
    ])
      await addWell(client, { wellCode, field });
    expect(await bodyOf(await client.get('/api/fields'))).toEqual(['Sleipner', 'ÅSGARD']);
    expect(await bodyOf(await client.get('/api/fields?search=åsg'))).toEqual(['ÅSGARD']);
    expect(await bodyOf(await client.get('/api/fields?limit=1'))).toEqual(['Sleipner']);
    const { client: other } = await signInToNewCompany();
    expect(await bodyOf(await other.get('/api/fields'))).toEqual([]);
  });
});
