import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { findWellPage } from '~/services/reports/well-page.server';
import { accreteThrough, bodyOf, layersOf, postingsOf, reversePosting } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { db, signIn, signInToNewCompany } from '../../support/worker';

type Context = Parameters<typeof findWellPage>[0];
const contextOf = (companyId: string) =>
  ({ db, env, companyId, role: 'viewer', now: new Date() }) as unknown as Context;

describe('the page of a well', () => {
  it('shows the well, its layers, and their balances', async () => {
    const { client, company } = await signInToNewCompany();
    const [well, other] = [await addWell(client, { wellCode: 'A-1', field: 'NORTH' }), await addWell(client)];
    await addLayer(client, well.id, { calculationDate: '2026-01-01' });
    await addLayer(client, well.id, {
      layerType: 'additional',
      measurement: 'increment',
      pAndACost: 20_000,
      calculationDate: '2026-01-15',
    });
    await addLayer(client, other.id);
    await accreteThrough(client, '2026-01-31');
    const page = await findWellPage(contextOf(company.id), well.id);
    expect(page).toMatchObject({ well: { id: well.id, wellCode: 'A-1', field: 'NORTH' } });
    const layers = await layersOf(client, well.id);
    expect(page!.layers).toEqual(layers);
    expect(page!.carryingAmount).toBe('32685.34');
    expect(page!.arcNet).toBe('32485.08');
    expect(page!.fields).toContain('NORTH');
  });

  it('shows when it may have missed postings of the company', async () => {
    const { client, company } = await signInToNewCompany();
    const [well, other] = [
      await addWell(client, { wellCode: 'A-1' }),
      await addWell(client, { wellCode: 'A-2' }),
    ];
    for (const { id } of [well, other]) await addLayer(client, id, { calculationDate: '2026-01-01' });
    const isBehind = async () => (await findWellPage(contextOf(company.id), well.id))!.isBehind;
    const change = async (values: object) =>
      bodyOf(await client.put(`/api/wells/${well.id}`, { ...well, ...values }));
    expect(await isBehind()).toBe(false);
    await accreteThrough(client, '2026-01-31');
    expect(await isBehind()).toBe(false);
    await change({ wellStatus: 'Plugged', pluggedOn: '2026-01-31' });
    await accreteThrough(client, '2026-02-28');
    await accreteThrough(client, '2026-03-31');
    expect(await isBehind()).toBe(false);

    // It was never plugged after all, so it missed what the other well has.
    await change({ wellStatus: 'Active', pluggedOn: null });
    expect(await isBehind()).toBe(true);
    await bodyOf(await client.post(`/api/wells/${well.id}/missed-accretion`), 201);
    expect(await isBehind()).toBe(false);
    const carried = async (id: string) => (await layersOf(client, id)).map((layer) => layer.currentAroValue);
    expect(await carried(well.id)).toEqual(await carried(other.id));
  });

  it('misses only depreciation of its asset after its retirement date', async () => {
    const { client, company } = await signInToNewCompany();
    const [well, other] = [
      await addWell(client, { wellCode: 'A-1', field: 'NORTH' }),
      await addWell(client, { wellCode: 'A-2', field: 'NORTH' }),
    ];
    await addLayer(client, well.id, { calculationDate: '2024-12-31', wellLifespan: 1 });
    await addLayer(client, other.id, { calculationDate: '2024-12-31' });
    const isBehind = async () => (await findWellPage(contextOf(company.id), well.id))!.isBehind;
    await accreteThrough(client, '2025-12-31');
    await accreteThrough(client, '2026-01-31');
    const [layer] = await layersOf(client, well.id);
    expect(layer!.accretedThrough).toBe('2025-12-31');
    expect(await isBehind()).toBe(false);

    const rates = [{ field: 'NORTH', month: '2026-01', percent: '1' }];
    await bodyOf(await client.put(`/api/companies/${company.id}/depletion-rates`, { rates }));
    const settings = { depreciation: 'units-of-production', depreciationFrom: '2025-12-31' };
    await bodyOf(await client.put(`/api/companies/${company.id}/settings`, settings));
    expect(await isBehind()).toBe(false);
    const [charge] = await postingsOf(client, 'kind=depreciation');
    await bodyOf(await reversePosting(client, charge!.id, { wellId: well.id }), 201);
    expect(await isBehind()).toBe(true);
    await bodyOf(await client.post(`/api/wells/${well.id}/missed-accretion`), 201);
    expect(await isBehind()).toBe(false);
  });

  it('returns nothing for an unknown well, another company’s, or a deleted one', async () => {
    const { client, company } = await signInToNewCompany();
    const { company: theirs } = await signInToNewCompany();
    const well = await addWell(client);
    expect(await findWellPage(contextOf(theirs.id), well.id)).toBeNull();
    expect(await findWellPage(contextOf(company.id), 'no-such-well')).toBeNull();
    await client.delete(`/api/wells/${well.id}`);
    expect(await findWellPage(contextOf(company.id), well.id)).toBeNull();
  });

  it('is part of the dashboard, also for viewers, which says if there is no such well', async () => {
    const { client, company } = await signInToNewCompany();
    const well = await addWell(client, { wellCode: 'SEEN-1' });
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const shown = await (await viewer.get(`/?tab=wells&well=${well.id}`)).text();
    expect(shown).toContain('SEEN-1 · ARO System');
    const missing = await viewer.get('/?tab=wells&well=no-such-well');
    expect(missing.status).toBe(200);
    expect(await missing.text()).toContain('Well not found.');
    const { client: stranger } = await signInToNewCompany();
    expect(await (await stranger.get(`/?tab=wells&well=${well.id}`)).text()).not.toContain('SEEN-1');
  });
});

describe('GET /api/postings/:postingId from a well', () => {
  it('shows only the well’s movements, each with its formula', async () => {
    const { client } = await signInToNewCompany();
    const wells = [await addWell(client), await addWell(client)];
    for (const { id } of wells) await addLayer(client, id, { calculationDate: '2026-01-01' });
    await accreteThrough(client, '2026-01-31');
    type Posting = {
      id: string;
      kind: string;
      movementCount: number;
      method: string | null;
      movements: { formula: string[]; well: { id: string } }[];
    };
    const listed = await bodyOf<Posting[]>(await client.get(`/api/postings?wellId=${wells[1]!.id}`));
    const read = async (id: string, query = '') =>
      bodyOf<Posting>(await client.get(`/api/postings/${id}?${query}`));
    const [accretion, calculation] = listed;
    const narrowed = await read(accretion!.id, `wellId=${wells[1]!.id}`);
    expect(narrowed).toMatchObject({ kind: 'accretion', movementCount: 2, method: 'simple' });
    expect(narrowed.movements).toMatchObject([
      { well: { id: wells[1]!.id }, formula: ['27,070.90 × 0.08 × 1/12 = 180.47'] },
    ]);
    expect((await read(accretion!.id)).movements).toHaveLength(2);
    expect((await read(calculation!.id)).movements[0]!.formula).toEqual([
      '100,000.00 × 1.025^25 ÷ 1.08^25 = 27,070.90',
    ]);
    const { client: stranger } = await signInToNewCompany();
    const theirs = await addWell(stranger);
    expect((await read(accretion!.id, `wellId=${theirs.id}`)).movements).toEqual([]);
  });

  it('has the terms of a settlement, and no formula for a reversal', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    await addLayer(client, well.id, { calculationDate: '2026-01-01' });
    type Posting = { id: string; terms: unknown; movements: { formula: string[] }[] };
    const settled = await bodyOf<Posting>(
      await client.post(`/api/wells/${well.id}/settlements`, { date: '2026-01-01', cost: 5, isFinal: true }),
      201,
    );
    expect(settled.terms).toMatchObject({ settledTo: 'settlement', retiredTo: 'accumulated' });
    const undone = await bodyOf<Posting>(
      await client.post(`/api/postings/${settled.id}/reverse`, { reason: 'Twice' }),
      201,
    );
    expect(undone.movements.flatMap(({ formula }) => formula)).toEqual([]);
  });
});
