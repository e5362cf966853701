import { describe, expect, it } from 'vitest';
import { nextMonthEnd } from '~/domain/calendar/calendar-date';
import type { ActPreview } from '~/schemas/books/posting';
import { accreteThrough, bodyOf, close, expectBooksToCheck, postingsOf } from '../../support/books';
import {
  arcOf,
  depreciatingCompany,
  EVEN,
  postingRows,
  REVISION,
  ratesPath,
  settingsPath,
  switchTo,
} from '../../support/depreciating';
import { addLayer, addManyWells, addWell } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { allRows } from '../../support/tables';
import { signInToNewCompany } from '../../support/worker';

describe('switching depreciation on', () => {
  async function accretedCompany() {
    const { client, company } = await signInToNewCompany();
    const well = await addWell(client, { field: 'North' });
    await addLayer(client, well.id, EVEN);
    for (const periodEnd of ['2026-01-31', '2026-02-28', '2026-03-31'])
      await accreteThrough(client, periodEnd);
    return { client, company, well };
  }

  it('previews the catch-up, then posts it: through its day, and to each later period end', async () => {
    const { client, company } = await accretedCompany();
    const given = { depreciation: 'straight-line', depreciationFrom: '2026-01-31' };
    const before = await allRows();
    const path = `${settingsPath(company.id)}?preview=true`;
    const preview = await bodyOf<ActPreview>(await client.put(path, given));
    expect(await allRows()).toEqual(before);
    const expected = [
      ['depreciation', '2026-01-31', '-1000.00'],
      ['depreciation', '2026-02-28', '-1000.00'],
      ['depreciation', '2026-03-31', '-1000.00'],
    ];
    expect(postingRows(preview.postings)).toEqual(expected);
    expect(preview.totals).toMatchObject({ asset: '-3000.00', result: '-3000.00' });
    expect(await switchTo(client, company.id, 'straight-line', '2026-01-31')).toMatchObject({
      ...given,
      version: 2,
    });
    expect(postingRows(await postingsOf(client, 'kind=depreciation'))).toEqual(expected.toReversed());
    await expectBooksToCheck(client);
    // Saving the same settings again changes nothing.
    await switchTo(client, company.id, 'straight-line', '2026-01-31');
    expect(await postingsOf(client, 'kind=depreciation')).toHaveLength(3);
  });

  it('names wells whose asset falls below zero, because their decreases had no floor', async () => {
    const { client, company, well } = await accretedCompany();
    await addLayer(client, (await addWell(client, { field: 'North' })).id, EVEN);
    const cut = { ...REVISION, pAndACost: 1000, wellLifespan: undefined, retirementDate: '2035-12-31' };
    await addLayer(client, well.id, { ...cut, calculationDate: '2026-03-31' });
    const given = { depreciation: 'straight-line', depreciationFrom: '2026-01-31' };
    const preview = (body: object) => client.put(`${settingsPath(company.id)}?preview=true`, body);
    // 120,000.00 − 119,000.00, less three months of 120,000.00.
    expect(await bodyOf(await preview(given))).toMatchObject({
      assetsBelowZero: [{ wellId: well.id, wellCode: well.wellCode, net: '-2000.00' }],
    });
    expect(await bodyOf(await preview({ monthEnd: 'prepares' }))).toMatchObject({ assetsBelowZero: [] });
  });

  it('can’t begin later than anything else may take effect', async () => {
    const { client, company } = await accretedCompany();
    const given = { depreciation: 'straight-line', depreciationFrom: '2199-01-01' };
    const errors = { depreciationFrom: [expect.stringContaining('must not be after')] };
    await expectRefusal(() => client.put(settingsPath(company.id), given), 400, { errors });
  });

  it('is rejected for a user who edited older settings, and posts nothing', async () => {
    const { client, company } = await accretedCompany();
    await bodyOf(await client.put(settingsPath(company.id), { journal: { entity: '7' } }));
    const given = { depreciation: 'straight-line', depreciationFrom: '2026-01-31' };
    const old = () => client.put(settingsPath(company.id), given, { 'If-Match': '"1"' });
    const message = 'Someone else changed this while you were editing. Nothing was saved.';
    await expectRefusal(old, 412, { message });
    await bodyOf(await client.put(settingsPath(company.id), given, { 'If-Match': '"2"' }));
  });

  it('posts charges of closed months on the first open day', async () => {
    const { client, company } = await accretedCompany();
    await close(client, '2026-02-28');
    await switchTo(client, company.id, 'straight-line', '2026-01-31');
    expect(postingRows(await postingsOf(client, 'kind=depreciation'))).toEqual([
      ['depreciation', '2026-03-31', '-967.74'],
      ['depreciation', '2026-03-01', '-2032.26'],
    ]);
    await expectBooksToCheck(client);
  });

  it('requires a start date, and can’t rewrite what is posted', async () => {
    const { client, company } = await accretedCompany();
    const path = settingsPath(company.id);
    await expectRefusal(() => client.put(path, { depreciation: 'straight-line' }), 400, {
      message: 'Enter the date depreciation begins',
    });
    await switchTo(client, company.id, 'straight-line', '2026-01-31');
    await expectRefusal(() => client.put(path, { depreciationFrom: '2025-12-31' }), 409, {
      message: 'Depreciation is already posted through 2026-03-31. Choose 2026-04-01 or later.',
    });
  });

  it('stops when switched off, and catches up when switched on again', async () => {
    const { client, company } = await accretedCompany();
    await switchTo(client, company.id, 'straight-line', '2026-03-31');
    await bodyOf(await client.put(settingsPath(company.id), { depreciation: 'none' }));
    await accreteThrough(client, '2026-04-30');
    expect(await arcOf(client)).toEqual([['120000.00', '-3000.00', '117000.00']]);
    expect(await bodyOf(await client.get(settingsPath(company.id)))).toMatchObject({
      depreciation: 'none',
      depreciationFrom: null,
    });
    await switchTo(client, company.id, 'straight-line', '2026-05-31');
    expect(await arcOf(client)).toEqual([['120000.00', '-5000.00', '115000.00']]);
    await expectBooksToCheck(client);
  });
});

describe('a depreciation method after a pause', () => {
  it('can’t begin before what is posted, with or without a pause', async () => {
    const { client, company } = await depreciatingCompany('units-of-production');
    const rates = [{ field: 'North', month: '2026-01', percent: '7.5' }];
    await bodyOf(await client.put(ratesPath(company.id), { rates }));
    await accreteThrough(client, '2026-01-31');
    const path = settingsPath(company.id);
    const straightLine = { depreciation: 'straight-line', depreciationFrom: '2025-12-31' };
    const message = 'Depreciation is already posted through 2026-01-31. Choose 2026-02-01 or later.';
    await expectRefusal(() => client.put(path, straightLine), 409, { message });
    await bodyOf(await client.put(path, { depreciation: 'none' }));
    await expectRefusal(() => client.put(path, straightLine), 409, { message });
    await expectRefusal(() => client.put(`${path}?preview=true`, straightLine), 409, { message });
    await switchTo(client, company.id, 'straight-line', '2026-02-01');
    await accreteThrough(client, '2026-02-28');
    // 111,000.00 over the 119 remaining months.
    expect(await arcOf(client)).toEqual([['120000.00', '-9932.77', '110067.23']]);
    await expectBooksToCheck(client);
  });

  it('may resume the same method from any day, and rewrites nothing', async () => {
    const { client, company } = await depreciatingCompany('straight-line');
    await accreteThrough(client, '2026-01-31');
    await bodyOf(await client.put(settingsPath(company.id), { depreciation: 'none' }));
    await accreteThrough(client, '2026-02-28');
    await switchTo(client, company.id, 'straight-line', '2025-12-31');
    expect(postingRows(await postingsOf(client, 'kind=depreciation'))).toEqual([
      ['depreciation', '2026-02-28', '-1000.00'],
      ['depreciation', '2026-01-31', '-1000.00'],
    ]);
    await expectBooksToCheck(client);
  });
});

describe('a catch-up too large for one transaction', () => {
  it('is rejected with the first possible date, and posted from there', { timeout: 120_000 }, async () => {
    const { client, company } = await signInToNewCompany();
    const well = await addWell(client, { field: 'North' });
    await addLayer(client, well.id, { ...EVEN, calculationDate: '2024-10-31' });
    let periodEnd = '2024-10-31';
    for (let month = 0; month < 24; month += 1) {
      periodEnd = nextMonthEnd(periodEnd);
      await accreteThrough(client, periodEnd);
    }
    await addManyWells(company.id, 4_200);
    const layers = { ...EVEN, layerType: 'initial', scope: 'all', calculationDate: '2024-10-31' };
    await bodyOf(await client.post('/api/aro-layers/calculate-all', layers));
    const from = (depreciationFrom: string) => ({ depreciation: 'straight-line', depreciationFrom });
    const message =
      'The catch-up would post 100,824 charges, but the limit is 100,000. Choose 2024-12-31 or later; depreciation for earlier months then posts on that date.';
    await expectRefusal(() => client.put(settingsPath(company.id), from('2024-11-30')), 409, {
      errors: { depreciationFrom: [message] },
    });
    await bodyOf(await client.put(settingsPath(company.id), from('2024-12-31')));
    const postings = await postingsOf(client, 'kind=depreciation');
    expect(postings.map(({ movementCount }) => movementCount)).toEqual(Array(23).fill(4_201));
    expect(postings.at(-1)).toMatchObject({ effectiveOn: '2024-12-31' });
  });
});
