import { describe, expect, it } from 'vitest';
import type { AccretionView, LayerView } from '~/schemas/books/layer-views';
import {
  accreteThrough,
  bodyOf,
  expectBooksToCheck,
  layersOf,
  postingsOf,
  previewOf,
  rollforward,
  totalLiability,
} from '../../support/books';
import { addLayer, addWell, TERMS } from '../../support/layers';
import { signInToNewCompany } from '../../support/worker';

/** A remeasurement of the well accreted through October 31, 2026 in one record, dated two weeks earlier. */
const REMEASURED = {
  ...TERMS,
  layerType: 'additional',
  measurement: 'remeasure',
  pAndACost: 120_000,
  discountRate: 9,
  inflationRate: 3,
  wellLifespan: 20,
  calculationDate: '2026-10-15',
};

async function accretedWell() {
  const { client } = await signInToNewCompany();
  const well = await addWell(client);
  await addLayer(client, well.id);
  await accreteThrough(client, '2026-10-31');
  return { client, well };
}

describe('an act dated before posted accretion', () => {
  it('is measured against the balance on its day, and later accretion is posted again', async () => {
    const { client, well } = await accretedWell();
    const layer = await addLayer(client, well.id, REMEASURED);
    // 120,000 × 1.03^20 ÷ 1.09^20 on the day itself.
    const [onTheDay] = await rollforward(client, '2026-10-01', '2026-10-15');
    expect(onTheDay?.endingBalance).toBe('38671.92');
    // Then half a month: 16 of October's 31 days, each layer at its own rate.
    const [first, second] = await layersOf(client, well.id);
    expect(first).toMatchObject({ accretedThrough: '2026-10-31' });
    expect(second).toMatchObject({ id: layer.id, accretedThrough: '2026-10-31' });
    const [atTheEnd] = await rollforward(client, '2026-10-16', '2026-10-31');
    expect(atTheEnd?.endingBalance).toBe(await totalLiability(client));
    const own = Number(first?.currentAroValue) + Number(second?.currentAroValue);
    expect(own.toFixed(2)).toBe(atTheEnd?.endingBalance);
    await expectBooksToCheck(client);
  });

  it('keeps the method of the posted accretion: a new company method applies to later postings', async () => {
    const { client, company } = await signInToNewCompany();
    const [changed, kept] = [await addWell(client), await addWell(client)];
    for (const { id } of [changed, kept]) await addLayer(client, id, { calculationDate: '2026-01-31' });
    await accreteThrough(client, '2026-02-28');
    await accreteThrough(client, '2026-03-31');
    const settings = { accretionMethod: 'effective' };
    await bodyOf(await client.put(`/api/companies/${company.id}/settings`, settings));
    await accreteThrough(client, '2026-04-30');
    const before = await layersOf(client, kept.id);
    expect(await layersOf(client, changed.id)).toMatchObject([{ accretion: before[0]!.accretion }]);
    // It relieves nothing, so only the replay could change the accretion.
    const settlement = { date: '2026-02-28', cost: '100.00', relief: '0.00' };
    await bodyOf(await client.post(`/api/wells/${changed.id}/settlements`, settlement), 201);
    expect(await layersOf(client, changed.id)).toMatchObject([{ accretion: before[0]!.accretion }]);
    const records = await bodyOf<AccretionView[]>(await client.get(`/api/accretion?wellId=${changed.id}`));
    expect(records.map(({ periodEnd, method }) => [periodEnd, method])).toEqual([
      ['2026-04-30', 'effective'],
      ['2026-03-31', 'simple'],
      ['2026-02-28', 'simple'],
    ]);
    await expectBooksToCheck(client);
  });

  it('posts one act: the reversal, the accretion before, the layer, the accretion after', async () => {
    const { client, well } = await accretedWell();
    await addLayer(client, well.id, REMEASURED);
    const postings = await postingsOf(client, `wellId=${well.id}`);
    expect(postings.map(({ kind, effectiveOn }) => [kind, effectiveOn])).toEqual([
      ['accretion', '2026-10-31'],
      ['calculation', '2026-10-15'],
      ['accretion', '2026-10-15'],
      ['reversal', '2026-10-31'],
      ['accretion', '2026-10-31'],
      ['calculation', '2020-01-01'],
    ]);
    const act = postings.slice(0, 4);
    expect(new Set(act.map(({ actId }) => actId))).toEqual(new Set([act[3]!.id]));
    expect(act[1]?.also.toSorted()).toEqual([act[0]!.id, act[2]!.id, act[3]!.id].toSorted());
    expect(postings[4]).toMatchObject({ reversedById: act[3]!.id, reversals: [act[3]!.id] });
  });

  it('previews all of it, and writes nothing', async () => {
    const { client, well } = await accretedWell();
    const before = await postingsOf(client);
    const preview = await previewOf(
      await client.post('/api/aro-layers/calculate?preview=true', { ...REMEASURED, wellId: well.id }),
    );
    expect(preview.postings.map(({ kind, effectiveOn }) => [kind, effectiveOn])).toEqual([
      ['reversal', '2026-10-31'],
      ['accretion', '2026-10-15'],
      ['calculation', '2026-10-15'],
      ['accretion', '2026-10-31'],
    ]);
    expect(preview.months).toEqual(['2026-10']);
    expect(await postingsOf(client)).toEqual(before);
    await addLayer(client, well.id, REMEASURED);
    const booked = await postingsOf(client);
    const shown = preview.postings.map(({ totals }) => totals.liability);
    expect(booked.slice(0, 4).map(({ totals }) => totals.liability)).toEqual(shown.toReversed());

    // Each movement starts from its layer’s balance, and the last one ends at the posted balance.
    const carried = new Map<number, string>();
    for (const movement of preview.postings.flatMap(({ movements }) => movements)) {
      const { layerNumber, before, liability, after } = movement;
      expect(before).toBe(carried.get(layerNumber) ?? before);
      expect((Number(before) + Number(liability)).toFixed(2)).toBe(after);
      carried.set(layerNumber, after);
    }
    const layers = await layersOf(client, well.id);
    expect(layers.map(({ layerNumber, currentAroValue }) => [layerNumber, currentAroValue])).toEqual([
      ...carried,
    ]);
    expect(preview.totals.after).toBe(
      layers.reduce((sum, { currentAroValue }) => sum + Number(currentAroValue), 0).toFixed(2),
    );
  });

  it('replays every period end posted after its day', async () => {
    const { client } = await signInToNewCompany();
    const [well, other] = [await addWell(client), await addWell(client)];
    for (const { id } of [well, other]) await addLayer(client, id, { calculationDate: '2026-01-01' });
    for (const end of ['2026-01-31', '2026-02-28', '2026-03-31']) await accreteThrough(client, end);
    const [untouched] = await layersOf(client, other.id);
    await addLayer(client, well.id, {
      layerType: 'additional',
      pAndACost: 80_000,
      wellLifespan: 25,
      calculationDate: '2026-01-31',
    });
    const ends = (await postingsOf(client, `wellId=${well.id}&kind=accretion`)).map((posting) => [
      posting.effectiveOn,
      posting.reversals.length,
    ]);
    expect(ends).toEqual([
      ['2026-03-31', 0],
      ['2026-02-28', 0],
      ['2026-03-31', 1],
      ['2026-02-28', 1],
      ['2026-01-31', 0],
    ]);
    // The other well in the same postings is unchanged.
    expect(await layersOf(client, other.id)).toEqual([untouched]);
    await expectBooksToCheck(client);
  });

  it('needs no balance for an increase: only the layer is posted, and the next posting accretes it', async () => {
    const { client, well } = await accretedWell();
    const layer = await addLayer(client, well.id, {
      layerType: 'additional',
      pAndACost: 120_000,
      calculationDate: '2026-10-15',
    });
    expect(layer.accretedThrough).toBeNull();
    expect(await postingsOf(client, `wellId=${well.id}&kind=reversal`)).toEqual([]);
    // Its missed accretion can be posted for the well alone.
    await accreteThrough(client, '2026-10-31', well.id);
    const [, added] = await layersOf(client, well.id);
    expect(added?.accretedThrough).toBe('2026-10-31');
    await expectBooksToCheck(client);
  });

  it('is rejected if dated before a later layer of the well', async () => {
    const { client, well } = await accretedWell();
    await addLayer(client, well.id, { ...REMEASURED, calculationDate: '2026-10-20' });
    const response = await client.post('/api/aro-layers/calculate', { ...REMEASURED, wellId: well.id });
    expect(await bodyOf<{ message: string }>(response, 400)).toMatchObject({
      message: 'Calculation date can’t be earlier than the previous layer’s (2026-10-20)',
    });
  });

  it.each([
    ['the end of next month', '2199-12-31'],
    ['the end of next month, by a day', '2027-02-01'],
  ])('is rejected after %s', async (_, calculationDate) => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const response = await client.post('/api/aro-layers/calculate', {
      ...TERMS,
      wellId: well.id,
      calculationDate,
    });
    const { message } = await bodyOf<{ message: string }>(response, 400);
    expect(message).toMatch(/^The date must not be after \d{4}-\d{2}-\d{2}, the end of next month$/);
    expect(await bodyOf<LayerView[]>(await client.get('/api/aro-layers'))).toEqual([]);
  });
});
