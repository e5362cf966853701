import { describe, expect, it } from 'vitest';
import type { PeriodsView } from '~/schemas/books/period';
import type { WorklistKind, WorklistPage } from '~/schemas/books/worklist';
import type { OverviewView } from '~/schemas/reports/overview-views';
import { accreteThrough, bodyOf } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const KINDS: WorklistKind[] = ['overdue', 'plugged', 'unreviewed', 'negative'];
const page = async (client: SignedIn, query: string): Promise<WorklistPage> =>
  bodyOf(await client.get(`/api/worklist?${query}`));
const codes = async (client: SignedIn, kind: WorklistKind) =>
  (await page(client, `kind=${kind}`)).items.map(({ wellCode }) => wellCode);
const countsOf = async (client: SignedIn) =>
  (await bodyOf<OverviewView>(await client.get('/api/reports/overview'))).worklist;

/** A day so many months ago. */
function ago(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
}

/** A well for each reason, and one without any. */
async function wellsOfEachKind() {
  const { client } = await signInToNewCompany();
  const add = async (wellCode: string, given: Record<string, unknown>) => {
    const well = await addWell(client, { wellCode });
    await addLayer(client, well.id, given);
    return well;
  };
  await add('FINE', { calculationDate: ago(2) });
  await add('OLD', { calculationDate: ago(14) });
  await add('LATE', { calculationDate: ago(30), wellLifespan: 2 });
  const revised = await add('REVISED', { calculationDate: ago(30), wellLifespan: 2 });
  await addLayer(client, revised.id, {
    layerType: 'additional',
    pAndACost: 110_000,
    calculationDate: ago(1),
  });
  const plugged = await add('PLUGGED', { calculationDate: ago(14) });
  const { version: _, ...fields } = plugged;
  await bodyOf(
    await client.put(`/api/wells/${plugged.id}`, { ...fields, wellStatus: 'Plugged', pluggedOn: ago(3) }),
  );
  // A decrease at a higher rate than what it reduces: what it takes off grows faster than what is left.
  const below = await add('BELOW', { calculationDate: ago(2), discountRate: 1, inflationRate: 0 });
  await addLayer(client, below.id, {
    layerType: 'additional',
    pAndACost: 1,
    discountRate: 50,
    inflationRate: 50,
    calculationDate: ago(1),
  });
  const lastMonth = new Date(new Date(ago(0)).getTime() - 86_400_000).toISOString().slice(0, 10);
  await accreteThrough(client, lastMonth, below.id);
  return client;
}

describe('the worklist', () => {
  it('has each well that somebody has to look at, by reason, and the overview and periods count the same', async () => {
    const client = await wellsOfEachKind();
    expect(await codes(client, 'overdue')).toEqual(['LATE']);
    expect(await codes(client, 'plugged')).toEqual(['PLUGGED']);
    expect(await codes(client, 'unreviewed')).toEqual(['LATE', 'OLD']);
    expect(await codes(client, 'negative')).toEqual(['BELOW']);
    expect(await countsOf(client)).toEqual({ overdue: 1, plugged: 1, unreviewed: 2, negative: 1 });
    const [item] = (await page(client, 'kind=overdue')).items;
    expect(item).toMatchObject({
      wellCode: 'LATE',
      estimatedOn: ago(30),
      retirementDate: ago(6),
      pluggedOn: null,
    });
    const { periods } = await bodyOf<PeriodsView>(await client.get('/api/periods'));
    expect(periods[0]?.warnings).toEqual([
      '1 well past the retirement date with a balance',
      '1 well plugged with a balance',
      '2 wells with an estimate older than 12 months',
      '1 well with a liability below zero',
    ]);
  });

  it('comes in pages, of one company alone, and without wells that were deleted', async () => {
    const { client } = await signInToNewCompany();
    const { client: other } = await signInToNewCompany();
    for (const wellCode of ['A-1', 'A-2', 'A-3']) {
      const well = await addWell(client, { wellCode });
      await addLayer(client, well.id, { calculationDate: ago(14) });
      if (wellCode === 'A-2') expect((await client.delete(`/api/wells/${well.id}`)).status).toBe(204);
    }
    const first = await page(client, 'kind=unreviewed&limit=1');
    expect(first.items.map(({ wellCode }) => wellCode)).toEqual(['A-1']);
    const rest = await page(
      client,
      `kind=unreviewed&limit=1&cursor=${encodeURIComponent(first.nextCursor!)}`,
    );
    expect(rest).toMatchObject({ items: [{ wellCode: 'A-3' }], nextCursor: null });
    for (const kind of KINDS) expect(await codes(other, kind)).toEqual([]);
    expect((await client.get('/api/worklist')).status).toBe(400);
    expect((await client.get('/api/worklist?kind=x')).status).toBe(400);
  });
});
