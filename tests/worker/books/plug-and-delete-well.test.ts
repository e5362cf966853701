import { describe, expect, it } from 'vitest';
import type { JournalRow } from '~/domain/books/journal';
import type { ActPreview } from '~/schemas/books/posting';
import type { TrialBalanceView } from '~/schemas/reports/report-views';
import type { WellView } from '~/schemas/wells/well-views';
import {
  accreteThrough,
  bodyOf,
  expectBooksToCheck,
  layersOf,
  postingsOf,
  previewOf,
  reversePosting,
  rollforward,
  totalLiability,
} from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

async function accretedWell() {
  const { client } = await signInToNewCompany();
  const well = await addWell(client);
  await addLayer(client, well.id, { calculationDate: '2026-01-01' });
  await accreteThrough(client, '2026-01-31');
  await accreteThrough(client, '2026-02-28');
  return { client, well };
}

function plug(client: SignedIn, well: WellView, pluggedOn?: string, query = ''): Promise<Response> {
  return client.put(`/api/wells/${well.id}${query}`, { ...well, wellStatus: 'Plugged', pluggedOn });
}

describe('plugging a well', () => {
  it('ends its accretion on the day, whatever is posted beyond it', async () => {
    const { client, well } = await accretedWell();
    const preview = await previewOf(await plug(client, well, '2026-02-14', '?preview=true'));
    expect(preview.postings.map(({ kind, effectiveOn }) => [kind, effectiveOn])).toEqual([
      ['reversal', '2026-02-28'],
      ['accretion', '2026-02-14'],
    ]);
    const plugged = await bodyOf<WellView>(await plug(client, well, '2026-02-14'));
    expect(plugged).toMatchObject({ wellStatus: 'Plugged', pluggedOn: '2026-02-14' });
    const [layer] = await layersOf(client, well.id);
    expect(layer?.accretedThrough).toBe('2026-02-14');
    await accreteThrough(client, '2026-03-31');
    expect(await layersOf(client, well.id)).toEqual([layer]);
    await expectBooksToCheck(client);
  });

  it('without a day means today, and a late month-end still accretes to its own day', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    await addLayer(client, well.id, { calculationDate: '2026-01-01' });
    await bodyOf(await plug(client, well, '2026-02-14'));
    const [record] = await postingsOf(client, 'kind=accretion');
    expect(record).toMatchObject({ effectiveOn: '2026-02-14' });
    const other = await addWell(client);
    const today = new Date().toISOString().slice(0, 10);
    expect(await bodyOf<WellView>(await plug(client, other))).toMatchObject({ pluggedOn: today });
  });

  it('can be moved to another day, and undone', async () => {
    const { client, well } = await accretedWell();
    await bodyOf(await plug(client, well, '2026-02-14'));
    await bodyOf(await plug(client, well, '2026-02-20'));
    expect((await layersOf(client, well.id))[0]?.accretedThrough).toBe('2026-02-20');
    await bodyOf(await plug(client, well, '2026-01-20'));
    expect((await layersOf(client, well.id))[0]?.accretedThrough).toBe('2026-01-20');
    const active = await bodyOf<WellView>(
      await client.put(`/api/wells/${well.id}`, { ...well, wellStatus: 'Active' }),
    );
    expect(active.pluggedOn).toBeNull();
    await accreteThrough(client, '2026-02-28');
    expect((await layersOf(client, well.id))[0]?.accretedThrough).toBe('2026-02-28');
    await expectBooksToCheck(client);
  });

  it('keeps its day when other values of the well change, even in a closed period', async () => {
    const { client, well } = await accretedWell();
    const plugged = await bodyOf<WellView>(await plug(client, well, '2026-02-14'));
    await bodyOf(await client.post('/api/periods/close', { through: '2026-02-28' }));
    const posted = (await postingsOf(client)).length;
    const renamed = await bodyOf<WellView>(
      await client.put(`/api/wells/${well.id}`, { ...plugged, wellName: 'Renamed' }),
    );
    expect(renamed).toMatchObject({ wellName: 'Renamed', pluggedOn: '2026-02-14' });
    expect((await postingsOf(client)).length).toBe(posted);
    expect((await plug(client, well, '2026-03-14')).status).toBe(409);
  });

  it('at import doesn’t start accretion when the well’s name changes', async () => {
    const { client } = await accretedWell();
    const well = await addWell(client, { wellStatus: 'Plugged', pluggedOn: '2026-06-30' });
    await addLayer(client, well.id, { calculationDate: '2026-02-28' });
    const [layer] = await layersOf(client, well.id);
    await bodyOf(await client.put(`/api/wells/${well.id}`, { ...well, wellName: 'Renamed' }));
    await accreteThrough(client, '2026-03-31');
    expect((await layersOf(client, well.id))[0]?.currentAroValue).toBe(layer?.currentAroValue);
  });

  it('is rejected before a later layer of the well, naming it', async () => {
    const { client, well } = await accretedWell();
    await addLayer(client, well.id, {
      layerType: 'additional',
      measurement: 'increment',
      calculationDate: '2026-02-20',
    });
    const [layer] = await postingsOf(client, `wellId=${well.id}&kind=calculation`);
    await expectRefusal(() => plug(client, well, '2026-02-14'), 409, {
      message: `Well "${well.wellCode}" has a later calculation dated 2026-02-20 (posting ${layer!.id}). Reverse that first, or use a later date.`,
    });
  });

  it('is rejected after the end of next month', async () => {
    const { client, well } = await accretedWell();
    const { message } = await bodyOf<{ message: string }>(await plug(client, well, '2199-12-31'), 400);
    expect(message).toMatch(/^The date must not be after/);
  });
});

describe('deleting a well', () => {
  it('reverses all its postings, each movement on its own day, and hides it', async () => {
    const { client, well } = await accretedWell();
    const kept = await addWell(client);
    await addLayer(client, kept.id, { calculationDate: '2026-02-01' });
    const before = await totalLiability(client);
    const preview = await bodyOf<ActPreview & { layers: number }>(
      await client.delete(`/api/wells/${well.id}?preview=true`),
    );
    expect(preview).toMatchObject({ layers: 1, months: ['2026-01', '2026-02'] });
    expect(await totalLiability(client)).toBe(before);

    expect((await client.delete(`/api/wells/${well.id}`)).status).toBe(204);
    expect(await totalLiability(client)).toBe('27070.90');
    expect((await client.get(`/api/wells/${well.id}`)).status).toBe(404);
    expect((await rollforward(client, '2026-01-01', '2026-12-31')).map(({ wellCode }) => wellCode)).toEqual([
      kept.wellCode,
    ]);
    const journal = await bodyOf<JournalRow[]>(
      await client.get('/api/reports/journal-entries?beginDate=2026-01-01&endDate=2026-12-31'),
    );
    const own = journal.filter((row) => row.well === well.wellCode);
    expect(own.length).toBe(12);
    expect(own.reduce((sum, { netValue }) => sum + Math.round(Number(netValue) * 100), 0)).toBe(0);
    await expectBooksToCheck(client);
    // The code is free again.
    expect(await addWell(client, { wellCode: well.wellCode })).toMatchObject({ wellCode: well.wellCode });
  });

  it('is rejected once something on it was reversed on a later day: reports by well must tie to the trial balance', async () => {
    const { client, well } = await accretedWell();
    const [february] = await postingsOf(client, 'kind=accretion');
    await bodyOf(await reversePosting(client, february!.id, { date: '2026-03-10' }), 201);
    const refusal = {
      message:
        'A posting on this well was reversed on a later date, so reports for the dates in between need the well. Reverse the well’s remaining postings instead.',
    };
    await expectRefusal(() => client.delete(`/api/wells/${well.id}?preview=true`), 409, refusal);
    await expectRefusal(() => client.delete(`/api/wells/${well.id}`), 409, refusal);
    const query = 'beginDate=2026-02-01&endDate=2026-02-28';
    const accounts = await bodyOf<TrialBalanceView[]>(
      await client.get(`/api/reports/trial-balance?${query}`),
    );
    const [row] = await rollforward(client, '2026-02-01', '2026-02-28');
    const liability = accounts.find(({ name }) => name === 'ARO liability');
    expect(liability?.ending).toBe(`-${row?.endingBalance}`);
  });

  it('posts nothing if the well has no layers', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    expect((await client.delete(`/api/wells/${well.id}`)).status).toBe(204);
    expect(await postingsOf(client)).toEqual([]);
  });
});
